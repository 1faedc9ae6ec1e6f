// A plain page: it lists tables, opens one, and plays by clicking what is legal. No build step, no library.
'use strict';

const main = document.getElementById('main');
const where = document.getElementById('where');

/** An element with attributes and children; text is always text, never markup. */
function h(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child != null).map((child) => child.nodeType ? child : String(child)));
  return element;
}

async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.why);
  return said;
}

function complain(error) {
  where.textContent = error.message;
  where.className = 'bad';
}

const attempt = (work) => (event) => {
  event?.preventDefault();
  where.textContent = '';
  Promise.resolve().then(() => work(event)).catch(complain);
};

// ---- the lobby -----------------------------------------------------------------------------------------------------

async function lobby() {
  const [{ games, bots }, { tables }] = await Promise.all([call('GET', 'api/games'), call('GET', 'api/tables')]);
  const names = Object.fromEntries(games.map((game) => [game.id, game.name]));
  main.replaceChildren(
    openForm(games, bots),
    h('section', {}, h('h2', {}, 'Tables'),
      tables.length
        ? h('table', {},
          h('tr', {}, ...['Game', 'Seats', 'State', ''].map((title) => h('th', {}, title))),
          tables.map((table) => h('tr', {},
            h('td', {}, names[table.game] ?? table.game),
            h('td', {}, table.seats.map((seat) => (seat.kind === 'open' ? 'open' : seat.name)).join(', ')),
            h('td', {}, table.status),
            h('td', {}, h('a', { href: `#/t/${table.id}` }, 'go there')))))
        : h('p', {}, 'No public table yet. Open one!')),
  );
}

function openForm(games, bots) {
  const game = h('select', { name: 'game' }, games.map((each) => h('option', { value: each.id }, each.name)));
  const rest = h('div', {});
  const who = (n) => h('label', {}, `Seat ${n + 1}`,
    h('select', { name: 'seat' },
      h('option', { value: 'here', selected: n === 0 }, 'a person here'),
      h('option', { value: 'open', selected: n > 0 }, 'open'),
      bots.map((bot) => h('option', { value: bot.name, title: bot.says }, `${bot.name} bot`))));
  const details = () => {
    const chosen = games.find((each) => each.id === game.value);
    const count = h('select', { name: 'count', onchange: () => seats() });
    for (let n = chosen.min_seats; n <= chosen.max_seats; n += 1) count.append(h('option', { value: n }, n));
    count.value = Math.max(2, chosen.min_seats);
    const places = h('div', {});
    const seats = () => places.replaceChildren(h('form', {}, ...Array.from({ length: Number(count.value) }, (_, n) => who(n))));
    seats();
    rest.replaceChildren(h('p', {}, chosen.blurb), h('label', {}, 'Seats', count), places,
      h('form', { id: 'options' }, chosen.options.map((option) => h('label', { title: option.says }, option.name.replaceAll('_', ' '),
        h('select', { name: option.name }, option.values.map((value, n) => h('option', { value: n, selected: value === option.default }, String(value))))))));
  };
  game.addEventListener('change', details);
  details();
  const name = h('input', { name: 'name', maxlength: 20, value: 'Anna', required: true });
  const open = attempt(async () => {
    const chosen = games.find((each) => each.id === game.value);
    let person = 0;
    const seats = [...rest.querySelectorAll('[name=seat]')].map(({ value }) => {
      if (value === 'open') return { kind: 'open' };
      if (value !== 'here') return { kind: 'bot', bot: value };
      person += 1;
      return { kind: 'here', name: person === 1 ? name.value : `${name.value} ${person}` };
    });
    const options = Object.fromEntries(chosen.options.map((option) =>
      [option.name, option.values[Number(rest.querySelector(`#options [name=${option.name}]`).value)]]));
    const { id } = await call('POST', 'api/tables', { game: chosen.id, seats, options });
    location.hash = `#/t/${id}`;
  });
  return h('section', {}, h('h2', {}, 'Open a table'),
    h('form', { onsubmit: open }, h('label', {}, 'Game', game), h('label', {}, 'Your name', name), h('button', {}, 'Open')), rest);
}

// ---- a table -------------------------------------------------------------------------------------------------------

let socket;
let leaving = false;
// Without TLS a browser has no crypto.randomUUID, and a server at home has no TLS.
const anyKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join('-');

function table(id) {
  const known = { sights: {}, events: {}, chat: [] };
  const page = anyKey();
  const send = (message) => socket.send(JSON.stringify({ key: anyKey(), ...message }));

  const connect = () => {
    socket = new WebSocket(new URL(`api/tables/${id}/live`, location.href.replace('http', 'ws')));
    socket.onopen = () => socket.send(JSON.stringify({ do: 'hello', words: true, page, again: Boolean(known.table) }));
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    const mine = socket;
    socket.onclose = ({ code }) => {
      if (leaving || mine !== socket || code === 4004) return;
      where.textContent = 'Connecting again …';
      setTimeout(connect, 1000 + Math.random() * 1000);
    };
  };

  const hear = (said) => {
    if (said.say === 'refused') {
      complain(new Error([said.rule, said.why].filter(Boolean).join(': ')));
    } else if (said.say === 'hint') {
      where.className = '';
      where.textContent = said.moves.map(({ words }) => `${words.says}. ${words.why}`).join(' ');
    } else if (said.say === 'closing') {
      where.textContent = said.why;
    } else if (said.say === 'elsewhere') {
      complain(new Error('You play at this table from another page, too.'));
    } else if (said.say === 'welcome' || said.say === 'update') {
      learn(said);
      where.className = '';
      where.textContent = known.table.trouble ?? '';
      draw();
    }
  };

  // An update brings only what has changed.
  const learn = (said) => {
    if (said.say === 'welcome') Object.assign(known, { sights: {}, events: {}, chat: [] });
    for (const name of ['table', 'you', 'seq', 'now', 'pending', 'deadlines']) known[name] = said[name] ?? known[name];
    for (const sight of said.sights) {
      known.sights[sight.seat] = sight;
      known.events[sight.seat] = [...(known.events[sight.seat] ?? []).slice(0, sight.first), ...sight.events];
    }
    if (said.chat) known.chat = [...known.chat.slice(0, said.chat.first), ...said.chat.lines];
  };

  const draw = () => {
    const about = known.table;
    const place = document.activeElement?.dataset?.at;
    main.replaceChildren(
      h('section', {}, h('h2', {}, about.game.replaceAll('_', ' ')),
        h('ul', {}, about.seats.map((seat) => seatLine(about, seat))),
        about.status === 'open' ? h('button', { onclick: () => send({ do: 'start' }), disabled: about.seats.some((seat) => seat.kind === 'open') }, 'Start') : null,
        about.result ? h('p', {}, `${about.result.why} (${about.result.rule}) Points: ${about.result.points.join(', ')}.`) : null,
        about.status === 'over' ? over(about) : null,
        h('p', {}, h('small', {}, `Dice: ${about.dice.commit}${about.dice.secret ? `, secret ${about.dice.secret}` : ''}. Watching: ${about.watching}.`))),
      ...Object.values(known.sights).map((sight) => sightOf(sight)),
      chatBox(about),
    );
    if (place) main.querySelector(`[data-at="${CSS.escape(place)}"]`)?.focus();
  };

  const seatLine = (about, seat) => {
    const mine = known.you.seats.includes(seat.seat);
    const state = [
      known.pending.includes(seat.seat) ? 'to decide' : '',
      seat.away ? 'away' : '', seat.stand_in ? `${seat.stand_in} bot stands in` : '',
      known.deadlines[seat.seat] ? `${Math.max(0, Math.round(known.deadlines[seat.seat] - known.now))} s` : '',
    ].filter(Boolean).join(', ');
    return h('li', { class: mine ? 'you' : '' },
      seat.kind === 'open' ? `Seat ${seat.seat + 1} is open ` : `${seat.name}${mine ? ' (you)' : ''} ${state ? `– ${state} ` : ''}`,
      seat.kind === 'open' && !mine ? h('form', { onsubmit: attempt(async (event) => {
        const { token } = await call('POST', `api/tables/${id}/seats/${seat.seat}`, { name: new FormData(event.target).get('name') });
        socket.send(JSON.stringify({ do: 'hold', tokens: [token] }));
      }) }, h('label', {}, 'Your name', h('input', { name: 'name', maxlength: 20, required: true })), h('button', {}, 'Sit down')) : null,
      seat.kind === 'open' && known.you.host ? h('button', { onclick: () => send({ do: 'seat', seat: seat.seat, kind: 'bot', bot: 'greedy' }) }, 'a bot here') : null,
      seat.away && !seat.stand_in && !mine && about.status === 'playing' && known.you.seats.length
        ? h('button', { onclick: () => send({ do: 'stand_in', seat: seat.seat }) }, 'let a bot stand in') : null);
  };

  const over = (about) => h('p', {}, h('a', { href: `api/tables/${id}/log`, download: `${id}.json` }, 'the log'), ' ',
    about.rematch
      ? h('button', { onclick: attempt(async () => {
        await call('POST', `api/tables/${id}/rematch`);
        location.hash = `#/t/${about.rematch}`;
      }) }, 'to the rematch')
      : h('button', { onclick: () => send({ do: 'rematch' }) }, 'rematch'));

  const sightOf = (sight) => h('section', {},
    h('h3', {}, sight.seat === null ? 'You watch' : known.table.seats[sight.seat].name),
    sight.ask ? h('p', {}, sight.ask) : null,
    h('div', { class: 'moves' }, sight.moves.map((legal, n) =>
      h('button', { 'data-at': `${sight.seat} ${n}`, onclick: () => send({ do: 'move', seat: sight.seat, move: legal.move, seq: known.seq }) },
        legal.says, legal.note ? h('small', {}, legal.note) : null))),
    sight.can_undo ? h('button', { onclick: () => send({ do: 'undo', seat: sight.seat, seq: known.seq }) }, 'undo') : null,
    sight.legal.length && known.table.hints ? h('button', { onclick: () => send({ do: 'hint', seat: sight.seat }) }, 'hint') : null,
    h('ol', { class: 'events', reversed: true, tabindex: 0, 'aria-label': 'What has happened' },
      [...known.events[sight.seat]].reverse().slice(0, 60).map((event) => h('li', {}, event.says))),
    h('details', {}, h('summary', {}, 'The table as data'), h('pre', {}, JSON.stringify(sight.view, null, 1))));

  const chatBox = (about) => h('section', {}, h('h3', {}, 'Chat'),
    h('ul', {}, known.chat.slice(-30).map((line) => h('li', {}, `${line.name}: ${line.text}`))),
    about.chat && known.you.seats.length ? h('form', { onsubmit: (event) => {
      event.preventDefault();
      send({ do: 'chat', seat: known.you.seats[0], text: new FormData(event.target).get('text') });
    } }, h('label', {}, 'Say', h('input', { name: 'text', maxlength: 300 })), h('button', {}, 'Send')) : null);

  connect();
}

// ---- where we are --------------------------------------------------------------------------------------------------

async function go() {
  leaving = true;
  socket?.close();
  leaving = false;
  where.textContent = '';
  const [, kind, id, token] = location.hash.split('/');
  if (kind !== 't') {
    await lobby();
    return;
  }
  if (token) {
    await call('POST', `api/tables/${id}/claim`, { token });
    history.replaceState(null, '', `#/t/${id}`);
  }
  main.replaceChildren();
  table(id);
}

addEventListener('hashchange', attempt(go));
attempt(go)();
