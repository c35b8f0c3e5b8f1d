// Colors: the tints and recolors of species and items, with their palettes.

import { byID, element, keyed, press } from './page.js';
import { fill } from './panels.js';
import { addView } from './views.js';

/** @param {import('./coverage-view.js').Session} session */
export function addColors(session) {
  let revision = -1, isAsking = false;
  /** @type {any} */ let colors = null;
  let chosen = '';

  const keyOf = (entry) => JSON.stringify([entry.list, entry.id, entry.variant]);
  const entryOf = (key) => colors.colorings.find((entry) => keyOf(entry) === key);

  /** What shows a coloring: its item on a pet, with the value of its variant. */
  function lookOf(entry) {
    if (!entry?.species) return {};
    const { items, axes } = session.state();
    const isOverlay = items.find((item) => item.id === entry.id)?.isOverlay;
    const worn = entry.list === 'species' ? { base: null, overlays: [] } : { base: isOverlay ? null : entry.id, overlays: isOverlay ? [entry.id] : [] };
    const [name, value] = entry.variant?.includes('=') ? entry.variant.split('=') : [null, entry.variant];
    const axis = axes.find((own) => (name ? own.name === name : own.values.includes(value)));
    return { species: entry.species, ...worn, axes: axis && value ? { [axis.name]: value } : {}, frame: 0, scale: 2 };
  }

  async function ask(action, request = {}) {
    const entry = colors && entryOf(chosen);
    isAsking = true;
    const answer = await session.ask(action, { ...request, look: lookOf(entry) }).finally(() => { isAsking = false; });
    revision = session.state().revision;
    if (!answer.colors) return;
    colors = answer.colors;
    if (!entryOf(chosen)) chosen = colors.colorings.length ? keyOf(colors.colorings[0]) : '';
    show(answer.view?.picture);
    if (!entry && chosen) ask('colors');
  }

  const tint = (entry, color) => { chosen = keyOf(entry); return ask('tint', { list: entry.list, id: entry.id, variant: entry.variant, color }); };

  /** @param {string} [picture] */
  function show(picture) {
    fill(byID('untinted'), colors.untinted.map((id) => [id, id]), byID('untinted').value || colors.untinted[0] || '');
    byID('tint').disabled = colors.untinted.length === 0;
    keyed(byID('colorings'), colors.colorings.map(keyOf), createRow, updateRow);
    if (colors.colorings.length === 0) byID('colorings').append(element('li', { className: 'quiet', textContent: 'No item and no species has colors of its own.' }));
    byID('palettes').replaceChildren(...colors.palettes.map((palette) => element('li', {},
      element('p', { textContent: palette.name }), ...palette.colors.map((color, index) => swatch(color, palette.roles[index])),
      palette.image ? element('p', { className: 'quiet', textContent: `the colors of ${palette.image}` }) : '')));
    if (colors.palettes.length === 0) byID('palettes').append(element('li', { className: 'quiet', textContent: 'The catalog has no palettes.' }));
    byID('colored').hidden = !picture;
    if (picture) byID('colored').src = `/picture/${picture}`;
    const entry = entryOf(chosen);
    byID('colored').alt = byID('colored-name').textContent = entry ? titleOf(entry) : '';
  }

  function createRow(key) {
    const input = element('input', { type: 'color' }), remove = element('button', { textContent: 'Remove tint' });
    const look = element('button', { textContent: 'Show' });
    input.addEventListener('change', () => tint(entryOf(key), input.value.toUpperCase()));
    remove.addEventListener('click', () => tint(entryOf(key), null));
    look.addEventListener('click', () => { chosen = key; ask('colors'); });
    return element('li', {}, element('p'), element('div', { className: 'bar' }, input, element('code'), look, remove), element('div'));
  }

  function updateRow(row, key) {
    const entry = entryOf(key), title = titleOf(entry);
    const [input, code, look, remove] = row.querySelector('.bar').children;
    row.querySelector('p').textContent = title;
    input.hidden = remove.hidden = !entry.tint;
    input.ariaLabel = `Tint of ${title}`;
    look.ariaLabel = `Show ${title}`;
    press(look, key === chosen);
    remove.ariaLabel = `Remove the tint of ${title}`;
    if (entry.tint) input.value = entry.tint.color.toLowerCase();
    code.textContent = entry.tint ? `${entry.tint.color} ${entry.tint.mode}${entry.tint.isLinear ? ', linear' : ''}` : '';
    row.lastElementChild.replaceChildren(...changes(entry));
  }

  byID('tint').addEventListener('click', () => {
    const id = byID('untinted').value;
    if (id) tint({ list: 'items', id, variant: null }, '#FFFFFF');
  });
  addView('colors', { open: () => ask('colors'), show: () => { if (!isAsking && revision !== session.state().revision) ask('colors'); } });
}

const titleOf = (entry) => entry.variant ? `${entry.id}, ${entry.variant}` : entry.id;

/** @param {string} color @param {string} [role] */
function swatch(color, role) {
  const box = element('span', { className: 'swatch', title: role ? `${role} ${color}` : color, role: 'img', ariaLabel: role ? `${role} ${color}` : color });
  box.style.backgroundColor = color;
  return box;
}

/** What else changes the colors. */
function changes(entry) {
  const lines = [];
  if (entry.palettes) lines.push(element('p', { className: 'quiet', textContent: `palette ${entry.palettes[0]} to ${entry.palettes[1]}` }));
  if (entry.pairs) lines.push(...entry.pairs.map(([from, to]) => element('span', { className: 'pair' }, swatch(from), '→', swatch(to))));
  if (entry.gradient) lines.push(element('p', { className: 'quiet' }, 'gradient ', ...entry.gradient.map((color) => swatch(color))));
  return lines;
}
