// Small helpers for the studio's page.

/** @typedef {{readonly children: HTMLCollectionOf<any>, readonly firstElementChild: any, readonly lastElementChild: any}} Container */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Object} [members] properties of the element
 * @param {...(Node|string)} inside @returns {Container & HTMLElementTagNameMap[Name]}
 */
export function element(name, members = {}, ...inside) {
  const node = Object.assign(document.createElement(name), members);
  node.append(...inside);
  return node;
}

/** @param {string} id @returns {any} the element */
export const byID = (id) => document.getElementById(id);

/** @param {HTMLElement} node @param {boolean} isPressed */
export const press = (node, isPressed) => node.setAttribute('aria-pressed', String(isPressed));

/** @param {HTMLElement} node @param {number} x @param {number} y */
export function at(node, x, y) {
  node.style.left = `${x}px`;
  node.style.top = `${y}px`;
}

/**
 * Makes the children of a container fit a list; those of the same key stay, and with them the focus.
 * @template {HTMLElement} Row
 * @param {Container & HTMLElement} container @param {string[]} keys
 * @param {function(string): Row} create @param {function(Row, string): void} update
 */
export function keyed(container, keys, create, update) {
  const old = new Map([...container.children].map((node) => [node.dataset.key, node]));
  for (const [key, node] of old) if (!keys.includes(key)) node.remove();
  keys.forEach((key, index) => {
    const node = old.get(key) ?? create(key);
    node.dataset.key = key;
    if (container.children[index] !== node) container.insertBefore(node, container.children[index] ?? null);
    update(node, key);
  });
}
