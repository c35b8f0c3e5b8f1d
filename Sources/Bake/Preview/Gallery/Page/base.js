// What the page was given, and the small tools that everything below uses.
const given = JSON.parse(document.getElementById('data').textContent);
const manifest = given.manifest;
const $ = (selector, root = document) => root.querySelector(selector);

/** Makes an element: attributes, `on…` listeners, then children (texts or elements). */
function h(tag, attributes = {}, ...children) {
  const element = ['svg', 'rect', 'circle', 'text', 'title', 'g'].includes(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let statusTimer = 0;
function say(text) {
  const status = $('#status');
  status.textContent = text;
  status.classList.add('on');
  clearTimeout(statusTimer);
  statusTimer = setTimeout(() => status.classList.remove('on'), 1800);
}

/** Puts a text on the clipboard; file:// pages may have no clipboard API. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h('textarea', { style: { position: 'fixed', opacity: '0' } });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(`Copied ${text.length > 60 ? text.slice(0, 57) + '…' : text}`);
}
const copyButton = (text) => h('button', { class: 'copy', type: 'button', title: `Copy ${text}`, onclick: () => copyText(text) }, text);

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}
const pngURL = (base64) => `data:image/png;base64,${base64}`;
const percent = (share) => `${(share * 100).toFixed(1)}%`;
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
