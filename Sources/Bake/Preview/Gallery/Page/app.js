// The frame around the views: navigation, keys, theme.
function refresh() {
  if (state.theme) document.documentElement.dataset.theme = state.theme;
  else delete document.documentElement.dataset.theme;
  const present = views.filter((view) => view.isPresent?.() ?? true);
  const view = present.find((candidate) => candidate.id === state.view) ?? present[0];
  if (view.id !== 'room') player.isPlaying = false;
  $('#nav').replaceChildren(...present.map((other) => h('a', { href: linkTo({ view: other.id }), 'aria-current': other === view ? 'page' : false }, other.name, other.count?.() ? h('span', { class: 'count' }, other.count()) : null)));
  $('#nav [aria-current]').scrollIntoView({ block: 'nearest', inline: 'center' });
  const main = $('#main');
  // Redrawing must not take the keyboard's place away, nor a list's.
  const held = main.contains(document.activeElement) ? placeOf(document.activeElement) : null;
  const offsets = [...main.querySelectorAll('.film, .view, .scroll')].map((element) => [element.scrollLeft, element.scrollTop]);
  const isSame = main.dataset.view === view.id;
  main.replaceChildren();
  main.dataset.view = view.id;
  if (trouble) main.append(h('p', { class: 'empty' }, trouble));
  view.render(main);
  if (!isSame) return;
  [...main.querySelectorAll('.film, .view, .scroll')].forEach((element, index) => { if (offsets[index]) [element.scrollLeft, element.scrollTop] = offsets[index]; });
  if (held) main.querySelectorAll(focusable)[held.index]?.focus({ preventScroll: true });
}

const focusable = 'a[href], button, input, select, [tabindex="0"]';
const placeOf = (element) => ({ index: [...$('#main').querySelectorAll(focusable)].indexOf(element) });

function cycle(list, value, by = 1) {
  return list[(list.indexOf(value) + by + list.length) % list.length];
}
const themes = ['', 'light', 'dark'];
const themeNames = { '': 'as the system', light: 'light', dark: 'dark' };

const globalKeys = {
  '/': () => { if (!$('#search')) go({ view: 'wardrobe' }, true); $('#search').focus(); },
  b: () => go({ backdrop: cycle(backdrops, state.backdrop) }),
  ...Object.fromEntries(zooms.map((zoom) => [zoom, () => go(state.view === 'room' ? { zoom } : { close: zoom })])),
  t: () => { go({ theme: cycle(themes, state.theme) }); say(`Colors: ${themeNames[state.theme]}`); },
  '?': () => $('#help').showModal(),
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $('#help').open) return;
  const element = /** @type {HTMLElement} */ (event.target);
  const isTyping = element.matches('input[type="search"], select, textarea');
  if (isTyping) {
    if (event.key === 'Escape') element.blur();
    return;
  }
  // Sliders, options and buttons keep the keys that are theirs.
  const isControl = element.matches('input, button, rect') && (event.key === ' ' || event.key.startsWith('Arrow'));
  if (isControl && !(element.matches('button') && event.key.startsWith('Arrow'))) return;
  const run = views.find((view) => view.id === state.view)?.keys?.[event.key] ?? globalKeys[event.key];
  if (!run) return;
  event.preventDefault();
  run();
});
addEventListener('hashchange', () => { readHash(); refresh(); });
addEventListener('popstate', () => { readHash(); refresh(); });

function start() {
  $('#tools').append(
    h('button', { class: 'icon', type: 'button', title: 'Colors: system, light, dark (t)', 'aria-label': 'Change colors', onclick: globalKeys.t }, '◐'),
    h('button', { class: 'icon', type: 'button', title: 'Keys (?)', 'aria-label': 'Show keys', onclick: globalKeys['?'] }, '?'));
  const keys = [['/', 'search'], ['space', 'play or pause'], ['← →', 'one frame back or on'], ['1 2 4 8', 'zoom'], ['b', 'next backdrop'], ['m', 'anchors and trim boxes'], ['t', 'light or dark'], ['?', 'this list']];
  $('#help').append(h('h2', { id: 'help-title' }, 'Keys'), h('dl', {}, keys.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])),
    h('p', { class: 'lead' }, 'The address in the address bar always shows what you see: copy it to show it to somebody else.'),
    h('form', { method: 'dialog' }, h('p', {}, h('button', { class: 'main' }, 'Close'))));
  readHash();
  if (state.view === 'room' && !isCalm() && !location.hash.includes('frame=') && state.animation) player.isPlaying = true;
  refresh();
}
start();

// For tests and curious people: what the page draws; straight RGBA as base64.
Object.assign(window, { kiln: {
  async picture(look, animation = '', frame = 0) {
    const canvas = document.createElement('canvas');
    await paint(canvas, { base: null, overlays: [], axes: {}, ...look }, animation, frame);
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
  },
} });
