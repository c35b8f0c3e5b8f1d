// The views of the page, each a section and a button with the same data-view.

import { press } from './page.js';

/** @typedef {{open?: function(): void, show?: function(): (void|Promise<void>)}} View
 *    what is called when it is opened, and after each answer of the studio while it is open */

/** @type {Object<string, View>} */ const views = {};
let current = '';

/** @param {string} selector @returns {NodeListOf<HTMLElement>} */
const all = (selector) => document.querySelectorAll(selector);

/** @param {string} name @param {View} view */
export function addView(name, view) { views[name] = view; }

/** @param {string} name */
export const isOpen = (name) => name === current;

/** Shows the answer of the studio in the view that is open. */
export const showView = () => views[current]?.show?.();

/** @param {string} name */
export function openView(name) {
  if (!views[name] || name === current) return;
  current = name;
  for (const section of all('section[data-view]')) section.hidden = section.dataset.view !== name;
  for (const button of all('#views button')) press(button, button.dataset.view === name);
  history.replaceState(null, '', name === all('#views button')[0].dataset.view ? '/' : `/#${name}`);
  views[name].open?.();
}

/** Opens the view that the address names, or the first one. Views are added before. */
export function startViews() {
  const buttons = [...all('#views button')];
  for (const button of buttons) button.addEventListener('click', () => openView(button.dataset.view));
  const named = location.hash.slice(1);
  openView(Object.hasOwn(views, named) ? named : buttons[0].dataset.view);
}
