// Coverage: which file each item has on each species, and why.

import { byID, element, press } from './page.js';
import { addView } from './views.js';

/** @typedef {{ask: function(string, Object=): Promise<any>, state: function(): any}} Session */

/** How the names that were tried came out. */
const outcomes = { won: 'found', shadowed: 'found, but an earlier name comes first', missing: 'no file', differsInCase: 'a file differs only in case' };

/** @param {Session} session @param {function(string, ?string): void} wear shows it in the dressing room */
export function addCoverage(session, wear) {
  let revision = -1;
  /** @type {?string[]} */ let chosen = null;

  async function load() {
    revision = session.state().revision;
    const answer = await session.ask('coverage');
    if (!answer.coverage) return;
    show(answer.coverage);
    if (chosen) explain(chosen[0], chosen[1]);
  }

  async function explain(species, item) {
    chosen = [species, item];
    for (const button of byID('cells').querySelectorAll('button')) press(button, button.dataset.key === JSON.stringify(chosen));
    const { reasons } = await session.ask('coverage', { species, item });
    if (!reasons) return;
    byID('reasons').replaceChildren(...reasonList(reasons, species, item, wear));
    byID('reasons').scrollIntoView({ block: 'nearest' });
  }

  /** @param {Object[]} cells */
  function show(cells) {
    const { species = [], items = [] } = session.state();
    const found = new Map(cells.map((cell) => [JSON.stringify([cell.species, cell.item]), cell]));
    const rows = [null, ...items.map((item) => item.id)].map((item) => element('tr', {},
      element('th', { scope: 'row', textContent: item ?? 'undressed' }),
      ...species.map(({ id }) => {
        const key = JSON.stringify([id, item]), cell = found.get(key);
        if (!cell) return element('td', { className: 'quiet', textContent: '–', title: `${item} is not for ${id}` });
        const level = cell.missing ? 'missing' : Math.min(cell.level, 4);
        const more = cell.files > 1 ? ` and ${cell.files - 1} more` : '';
        const button = element('button', { className: `level-${level}` },
          element('span', { textContent: cell.missing ? (cell.asset ? `${cell.missing} missing` : 'missing') : `${['1st', '2nd', '3rd'][cell.level] ?? `${cell.level + 1}th`} name` }),
          element('small', { textContent: cell.asset ? cell.asset + more : 'no file' }));
        button.dataset.key = key;
        press(button, key === JSON.stringify(chosen));
        button.addEventListener('click', () => explain(id, item));
        return element('td', {}, button);
      })));
    const focus = /** @type {?HTMLElement} */ (document.activeElement?.closest('#cells button'))?.dataset.key;
    byID('cells').replaceChildren(
      element('thead', {}, element('tr', {}, element('td'), ...species.map(({ id }) => element('th', { scope: 'col', textContent: id })))),
      element('tbody', {}, ...rows));
    if (focus) [...byID('cells').querySelectorAll('button')].find((button) => button.dataset.key === focus)?.focus();
  }

  addView('coverage', { open: load, show: () => { if (revision !== session.state().revision) load(); } });
}

/** @param {Object[]} reasons @param {string} species @param {?string} item @param {function(string, ?string): void} wear */
function reasonList(reasons, species, item, wear) {
  const button = element('button', { textContent: item ? `Show ${item} on ${species}` : `Show ${species}` });
  button.addEventListener('click', () => wear(species, item));
  return [element('h2', { textContent: item ? `${item} on ${species}` : species }), button, ...reasons.flatMap((reason) => [
    reason.title ? element('h3', { textContent: reason.title }) : '',
    element('ol', {}, ...reason.attempts.map((attempt) => element('li', { className: attempt.outcome },
      element('code', { textContent: attempt.name }), ` ${outcomes[attempt.outcome]}`,
      element('div', { className: 'quiet', textContent: attempt.files.length ? attempt.files.join(', ') : attempt.template })))),
    element('dl', {}, ...reason.settings.flatMap((own) => [
      element('dt', { textContent: own.name }), element('dd', {}, own.value, element('span', { className: 'quiet', textContent: ` ${own.origin}` }))])),
  ])];
}
