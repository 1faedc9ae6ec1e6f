// The peer of bench/load.py: boardgame.io's server with its storage in memory, and a game of two players in turns.
// usage: node server.mjs PORT CELLS      (CELLS: how large the game's state is)
import pkg from 'boardgame.io/dist/cjs/server.js';

const [port, cells] = process.argv.slice(2).map(Number);

const bench = {
  name: 'bench',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(cells).fill(0), moves: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, ctx }, cell) => {
      G.cells[cell % cells] = Number(ctx.currentPlayer) + 1;
      G.moves += 1;
    },
  },
};

const server = pkg.Server({ games: [bench], origins: [pkg.Origins.LOCALHOST] });
server.run({ port, lobbyConfig: { apiPort: port + 1 } }, () => console.log('ready'));
