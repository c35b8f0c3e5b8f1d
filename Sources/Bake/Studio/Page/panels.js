// What stands around the picture: the wardrobe, the numbers, the problems and the tray.

import { byID, element, keyed, press } from './page.js';

/** @param {HTMLSelectElement} select @param {string[][]} options value and text @param {string} value */
export function fill(select, options, value) {
  const have = [...select.options].map((option) => `${option.value} ${option.text}`).join('\n');
  if (have !== options.map((option) => option.join(' ')).join('\n')) {
    select.replaceChildren(...options.map(([own, text]) => element('option', { value: own, textContent: text })));
  }
  select.value = value;
}

/**
 * @param {string[]} ids @param {string[]} worn @param {?string} selected
 * @param {function(string, boolean): void} wear @param {function(string): void} select
 */
export function showOverlays(ids, worn, selected, wear, select) {
  keyed(byID('overlays'), ids, (id) => {
    const box = element('input', { type: 'checkbox' });
    box.addEventListener('change', () => wear(id, box.checked));
    const edit = element('button', { textContent: 'Place', ariaLabel: `Place ${id}` });
    edit.addEventListener('click', () => select(id));
    return element('li', {}, element('label', {}, box, element('span', { textContent: id })), edit);
  }, (row, id) => {
    const [box, edit] = [row.querySelector('input'), row.querySelector('button')];
    box.checked = worn.includes(id);
    edit.hidden = !box.checked;
    press(edit, id === selected);
  });
  if (ids.length === 0) byID('overlays').append(element('li', { className: 'quiet', textContent: 'No overlay fits.' }));
}

/** What members of a placement are unless they are written. */
const usual = { scale: '1', rotation: '0', pivot: '0.5,0.5' };

/** How members of a placement are called, and how many numbers they have. */
const numbers = { offset: 2, scale: 1, size: 2, rotation: 1, pivot: 2 };

/**
 * @param {?string} item @param {?Object} placement null where the item is drawn as a whole canvas
 * @param {{species: string, reach: string, hasParts: boolean, anchors: string[]}} about
 * @param {{reach: function(string): void, hang: function(string): void, place: function(string, number[]): void}} does
 */
export function showPlacement(item, placement, about, does) {
  const panel = byID('placement');
  if (!item) {
    panel.dataset.item = '';
    return panel.replaceChildren(
      element('h2', { textContent: 'Placement' }),
      element('p', { className: 'quiet', textContent: 'Put on an overlay and select it to see its numbers.' }));
  }
  // Rebuilt for another item or other members only, so that the focus stays.
  const shape = [item, about.species, about.hasParts, about.anchors, Object.keys(placement ?? {})].join('|');
  if (panel.dataset.item !== shape) {
    panel.dataset.item = shape;
    panel.replaceChildren(element('h2', { textContent: item }), ...controls(placement, about, does), element('code'));
  }
  for (const radio of panel.querySelectorAll('input[type=radio]')) {
    radio.checked = radio.value === about.reach;
    const decider = placement?.decider ?? 'item';
    radio.disabled = decider !== 'item' && radio.value !== decider;
  }
  showNumbers(placement);
}

function controls(placement, about, does) {
  const all = [['item', 'On every pet'], ['species', `Only on ${about.species}`]];
  if (about.hasParts) all.push(['part', 'Only this layer']);
  const reaches = all.map(([value, text]) => {
    const radio = element('input', { type: 'radio', name: 'reach', value });
    radio.addEventListener('change', () => does.reach(value));
    return element('label', {}, radio, text);
  });
  const scope = element('fieldset', {}, element('legend', { textContent: 'Edits apply' }), ...reaches);
  if (!placement) {
    const text = 'It has no placement, so its picture fills the canvas. Drag it to place it.';
    return [scope, element('p', { className: 'quiet', textContent: text })];
  }
  const anchor = element('select', { id: 'hang' });
  const none = placement.anchor ? [] : [['', 'none']];
  fill(anchor, [...none, ...about.anchors.map((name) => [name, name])], placement.anchor ?? '');
  anchor.addEventListener('change', () => anchor.value && does.hang(anchor.value));
  const rows = Object.keys(numbers).filter((name) => name in placement).map((name) => {
    const inputs = Array.from({ length: numbers[name] }, (_, index) => {
      const axis = numbers[name] === 1 ? '' : index === 0 ? (name === 'size' ? ' width' : ' x') : (name === 'size' ? ' height' : ' y');
      const input = element('input', { type: 'number', step: 'any', ariaLabel: name + axis });
      input.dataset.member = name;
      input.addEventListener('change', () => {
        const own = inputs.map((entry) => entry.valueAsNumber);
        if (own.every(Number.isFinite)) does.place(name, own);
      });
      return input;
    });
    return element('div', { className: 'row' }, element('span', { textContent: name }), ...inputs);
  });
  return [scope, element('div', { className: 'row' }, element('label', { htmlFor: 'hang', textContent: 'anchor' }), anchor), ...rows];
}

/** Shows a placement's numbers, also while they change. @param {?Object} placement */
export function showNumbers(placement) {
  if (!placement) return;
  const panel = byID('placement');
  for (const name of Object.keys(numbers)) {
    const inputs = panel.querySelectorAll(`input[data-member=${name}]`);
    inputs.forEach((input, index) => {
      const value = String([placement[name]].flat()[index]);
      if (document.activeElement !== input || input.value === '') input.value = value;
    });
  }
  const hang = byID('hang');
  if (hang) hang.value = placement.anchor ?? '';
  const shown = Object.entries(placement).filter(([name, value]) =>
    name !== 'decider' && value !== null && String(value) !== usual[name]);
  panel.querySelector('code').textContent = `"placement": { ${shown.map(([name, value]) =>
    `"${name}": ${JSON.stringify(value).replaceAll(',', ', ')}`).join(', ')} }`;
}

/**
 * @param {{name: string, values: string[], standard: string}[]} axes @param {Object<string, string>} chosen
 * @param {function(string, string): void} choose
 */
export function showAxes(axes, chosen, choose) {
  keyed(byID('axes'), axes.map((axis) => axis.name), (name) => {
    const select = element('select', { id: `axis-${name}` });
    select.addEventListener('change', () => choose(name, select.value));
    return element('div', { className: 'field' }, element('label', { htmlFor: select.id, textContent: name }), select);
  }, (row, name) => {
    const axis = axes.find((own) => own.name === name);
    fill(row.querySelector('select'), axis.values.map((value) => [value, value]), chosen[name] ?? axis.standard);
  });
}

/** @param {Object[]} problems @param {function(string): void} fix with the message of a problem */
export function showProblems(problems, fix) {
  byID('problem-count').textContent = String(problems.length);
  byID('problems').replaceChildren(...problems.map((problem) => {
    const row = element('li', { className: problem.severity },
      ...(problem.picture ? [element('img', { className: 'thumb', alt: '', src: `/picture/${problem.picture}` })] : []),
      element('p', {}, element('b', { textContent: `${problem.severity} ` }), problem.message));
    if (problem.help) row.append(element('p', { className: 'quiet', textContent: problem.help }));
    if (problem.isFixable) {
      const button = element('button', { textContent: 'Fix', ariaLabel: `Fix: ${problem.message}` });
      button.addEventListener('click', () => fix(problem.message));
      row.append(button);
    }
    if (problem.place) row.append(element('code', { className: 'quiet', textContent: problem.place }));
    return row;
  }));
  if (problems.length === 0) byID('problems').append(element('li', { textContent: 'Nothing is wrong.' }));
}

/** What a suggestion adds, by the list of the catalog. */
const kinds = { '/species/-': 'a species', '/items/-': 'an item', '/images/-': 'an image' };

/** @param {Object[]} tray @param {function(string, string): void} adopt with the file and the kind, or '' */
export function showTray(tray, adopt) {
  byID('tray-title').hidden = tray.length === 0;
  byID('tray-count').textContent = String(tray.length);
  keyed(byID('tray'), tray.map((entry) => entry.file), (file) => {
    const choice = element('select', { ariaLabel: `Add ${file} as` });
    const add = element('button', { textContent: 'Add', ariaLabel: `Add ${file}` });
    add.addEventListener('click', () => adopt(file, choice.value));
    return element('li', {}, element('img', { className: 'thumb', alt: '' }), element('p', { textContent: file }),
      element('p', { className: 'quiet' }), element('div', { className: 'adds' }, choice, add));
  }, (row, file) => {
    const entry = tray.find((own) => own.file === file);
    const image = row.querySelector('img');
    image.dataset.ground = 'checker';
    if (entry.picture) image.src = `/picture/${entry.picture}`;
    const named = entry.suggestion ? [['', `as ${kinds[entry.suggestion] ?? 'its name says'}`]] : [];
    const others = ['overlay', 'outfit', 'species', 'image'].map((kind) => [kind, `as ${kind}`]);
    const choice = row.querySelector('select');
    fill(choice, [...named, ...others], choice.value || (named.length ? '' : 'overlay'));
    row.querySelector('.quiet').textContent = entry.suggestion ? '' : entry.help;
  });
}

/** @param {string[]} lines of a unified diff */
export function showDiff(lines) {
  byID('lines').replaceChildren(...lines.map((line) => {
    const kind = /^[+-]{3}/.test(line) ? '' : line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : '';
    return element('div', { className: kind, textContent: line });
  }));
}
