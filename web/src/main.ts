import "./fonts.css";
import "./tokens.css";
import "./settings.css";
import "./base.css";
import "./lib/art";

import { mount } from "svelte";

import App from "./App.svelte";
import { offline } from "./lib/offline.svelte";
import { settings } from "./lib/settings.svelte";

settings.follow();

const target = document.getElementById("app");
if (!target) throw new Error("no place for the app");
mount(App, { target });
offline.begin();
