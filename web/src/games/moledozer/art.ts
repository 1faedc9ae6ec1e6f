/** The pieces of the field and its colours, in the page once somebody draws with them. */
import "./palette.css";
import { mountSprite } from "../../lib/art";
import pieces from "../../../../src/molehill/games/moledozer/pieces.svg?raw";
import scenery from "./scenery.svg?raw";

mountSprite(pieces);
mountSprite(scenery);
