// The HTTP calls as a page, drawn from the server's own description.
'use strict';

const main = document.getElementById('main');

function h(name, ...children) {
  const element = document.createElement(name);
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

function typed(schema, schemas) {
  if (!schema) return 'anything';
  if (schema.$ref) return schema.$ref.split('/').pop();
  if (schema.anyOf) return schema.anyOf.map((each) => typed(each, schemas)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' or ');
  if (schema.type === 'array') return `list of ${typed(schema.items, schemas)}`;
  const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'].filter((key) => key in schema).map((key) => `${key} ${schema[key]}`);
  return [schema.type ?? 'anything', ...limits].join(', ');
}

function fields(schema, schemas) {
  return h('table', h('tr', ...['field', 'type', ''].map((title) => h('th', title))),
    Object.entries(schema.properties ?? {}).map(([name, each]) => h('tr',
      h('td', h('code', name)),
      h('td', typed(each, schemas)),
      h('td', [schema.required?.includes(name) ? 'needed' : `default ${JSON.stringify(each.default ?? null)}`, each.description].filter(Boolean).join('; ')))));
}

const { paths, components: { schemas } } = await (await fetch('openapi.json')).json();
for (const [path, calls] of Object.entries(paths)) {
  for (const [method, call] of Object.entries(calls)) {
    const body = call.requestBody?.content?.['application/json']?.schema;
    const good = Object.entries(call.responses).find(([status]) => status < '300');
    main.append(h('section',
      h('h2', h('code', `${method.toUpperCase()} ${path}`)),
      h('p', call.description ?? ''),
      call.parameters ? h('ul', call.parameters.map((each) => h('li', h('code', each.name), ` (${each.in}): ${typed(each.schema, schemas)}`))) : null,
      body ? h('p', 'Send ', h('code', typed(body, schemas))) : null,
      h('p', `Answer ${good[0]}: `, h('code', typed(good[1].content?.['application/json']?.schema, schemas)))));
  }
}
main.append(h('h2', 'Bodies'), ...Object.entries(schemas).map(([name, schema]) =>
  h('section', h('h3', h('code', name)), h('p', schema.description ?? ''), fields(schema, schemas))));
