// Shows what openapi.json says and lets everything be tried. Text is only ever set as text.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** An element with properties and children. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** What a reference stands for. */
function resolve(api, schema) {
  let found = schema ?? {};
  for (let depth = 0; found.$ref && depth < 20; depth++) {
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce((place, key) => place?.[key], api) ?? {};
  }
  return found;
}

/** Something that fits a schema, to begin with. */
function example(api, schema, depth = 0) {
  const found = resolve(api, schema);
  if ('example' in found) return found.example;
  if ('default' in found) return found.default;
  if (found.const !== undefined) return found.const;
  if (found.enum) return found.enum[0];
  if (depth > 6) return null;
  const choice = found.oneOf ?? found.anyOf;
  if (choice) {
    const first = choice.find((option) => resolve(api, option).type !== 'null') ?? choice[0];
    return example(api, first, depth + 1);
  }
  if (found.allOf) return Object.assign({}, ...found.allOf.map((part) => example(api, part, depth + 1)));
  const type = Array.isArray(found.type) ? found.type.find((one) => one !== 'null') : found.type;
  switch (type) {
    case 'object': {
      // What may be left out is left out.
      const required = new Set(found.required ?? []);
      const fields = Object.entries(found.properties ?? {}).filter(([name]) => required.has(name));
      return Object.fromEntries(fields.map(([name, field]) => [name, example(api, field, depth + 1)]));
    }
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return found.minimum ?? 0;
    case 'boolean':
      return false;
    case 'string':
      return '';
    default:
      return null;
  }
}

/** JSON on several lines if it is JSON, otherwise the text. */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function answers(operation) {
  const rows = Object.entries(operation.responses ?? {}).map(([status, answer]) =>
    element('tr', {}, element('td', {}, element('code', { textContent: status })), element('td', { textContent: answer.description })),
  );
  return element('table', {}, element('tr', {}, element('th', { textContent: 'Answer' }), element('th')), ...rows);
}

function call(api, path, method, operation) {
  const inputs = (operation.parameters ?? []).map((given) => {
    const parameter = resolve(api, given);
    const input = element('input', { name: parameter.name, required: parameter.in === 'path', spellcheck: false });
    return { parameter, input };
  });
  const content = Object.entries(resolve(api, operation.requestBody).content ?? {})[0];
  const body = content && element('textarea', { rows: 6, spellcheck: false });
  if (body && content[0].includes('json')) body.value = JSON.stringify(example(api, content[1].schema), null, 2);

  const status = element('p', { role: 'status' });
  const answer = element('pre', { hidden: true, tabIndex: 0 });
  const form = element('form', { className: 'call' });
  if (operation.description) form.append(element('p', { textContent: operation.description }));
  for (const { parameter, input } of inputs) form.append(element('label', {}, `${parameter.name} (${parameter.in})`, input));
  if (body) form.append(element('label', {}, `Body (${content[0]})`, body));
  form.append(element('button', { textContent: 'Send' }), status, answer, answers(operation));

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    let place = path;
    const query = new URLSearchParams();
    for (const { parameter, input } of inputs) {
      if (parameter.in === 'path') place = place.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      if (parameter.in === 'query' && input.value !== '') query.set(parameter.name, input.value);
    }
    const address = query.size > 0 ? `${place}?${query}` : place;
    const request = { method: method.toUpperCase(), credentials: 'same-origin' };
    if (body) Object.assign(request, { body: body.value, headers: { 'content-type': content[0] } });
    const began = performance.now();
    try {
      const response = await fetch(address, request);
      const text = await response.text();
      status.textContent = `${response.status} ${response.statusText}, ${Math.round(performance.now() - began)} ms`;
      answer.textContent = readable(text);
    } catch (error) {
      status.textContent = `No answer: ${error.message}`;
      answer.textContent = '';
    }
    answer.hidden = answer.textContent === '';
  });

  const title = element(
    'summary',
    {},
    element('span', { className: 'method', textContent: method.toUpperCase() }),
    element('code', { textContent: path }),
    ` ${operation.summary ?? ''}`,
  );
  return element('details', {}, title, form);
}

async function show() {
  const calls = document.getElementById('calls');
  const response = await fetch('/api/openapi.json');
  const api = await response.json();
  const groups = new Map();
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of METHODS.filter((name) => name in item)) {
      const group = item[method].tags?.[0] ?? 'other';
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(call(api, path, method, item[method]));
    }
  }
  const sections = [...groups].map(([name, made]) => element('section', {}, element('h2', { textContent: name }), ...made));
  calls.replaceChildren(...sections);
}

show().catch((error) => {
  document.getElementById('calls').textContent = `The description could not be loaded: ${error.message}`;
});
