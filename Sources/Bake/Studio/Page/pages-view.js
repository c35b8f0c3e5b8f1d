// Pages: the pages of a target, as they would be baked, with the name of each sprite.

import { byID, element } from './page.js';
import { fill } from './panels.js';
import { addView, isOpen } from './views.js';

/** @param {import('./coverage-view.js').Session} session @param {EventSource} events */
export function addPages(session, events) {
  let revision = -1, target = '', number = 0, isWaiting = false, news = 0;
  /** @type {any[]} */ let pages = [];

  async function load() {
    const before = news;
    revision = session.state().revision;
    const { pages: answer } = await session.ask('pages', { target: target || null });
    if (!answer) return;
    target = answer.target ?? '';
    isWaiting = target !== '' && !answer.pages;
    // The bake may have ended before its news were awaited.
    if (isWaiting && news !== before) return void load();
    fill(byID('target'), answer.targets.map((id) => [id, id]), target);
    if (answer.pages || !target) pages = answer.pages ?? [];
    number = Math.min(number, Math.max(0, pages.length - 1));
    fill(byID('page'), pages.map((_, index) => [String(index), `${index + 1} of ${pages.length}`]), String(number));
    const note = !target ? 'No target of this catalog has pages.' : isWaiting ? 'Baking the pages…' : pages.length ? '' : 'This target cannot be baked: see the problems.';
    show(note);
  }

  /** @param {string} note what is said instead of a sprite's name */
  function show(note) {
    const page = pages[number], query = byID('find').value.toLowerCase();
    const text = byID('sprite');
    text.textContent = note || 'Point at a sprite, or press its name.';
    byID('sheet').replaceChildren();
    byID('sprites').replaceChildren();
    if (!page) return;
    /** @type {Map<Object, SVGElement>} */ const boxes = new Map();
    const name = (sprite, isChosen) => {
      text.textContent = `${sprite.names.join(', ')}: ${sprite.width} × ${sprite.height} at ${sprite.x}, ${sprite.y}`;
      if (isChosen) for (const [other, box] of boxes) box.classList.toggle('chosen', other === sprite);
    };
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', `0 0 ${page.width} ${page.height}`);
    for (const sprite of page.sprites) {
      const box = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
      for (const side of ['x', 'y', 'width', 'height']) box.setAttribute(side, sprite[side]);
      box.classList.toggle('hit', query !== '' && sprite.names.some((own) => own.toLowerCase().includes(query)));
      box.addEventListener('pointerenter', () => name(sprite, false));
      box.addEventListener('click', () => name(sprite, true));
      boxes.set(sprite, box);
      svg.append(box);
    }
    const image = element('img', { alt: `Page ${number + 1}`, width: page.width * page.scale, height: page.height * page.scale });
    if (page.picture) image.src = `/picture/${page.picture}`;
    byID('sheet').append(element('div', {}, image, svg));
    const named = page.sprites.flatMap((sprite) => sprite.names.map((own) => ({ own, sprite })));
    byID('sprites').append(...named.filter(({ own }) => own.toLowerCase().includes(query)).sort((a, b) => (a.own < b.own ? -1 : 1)).map(({ own, sprite }) => {
      const button = element('button', { textContent: own });
      for (const event of ['click', 'focus']) button.addEventListener(event, () => name(sprite, true));
      return element('li', {}, button);
    }));
  }

  byID('target').addEventListener('change', (event) => { target = event.target.value; number = 0; load(); });
  byID('page').addEventListener('change', (event) => { number = Number(event.target.value); show(''); });
  byID('find').addEventListener('input', () => show(''));
  events.addEventListener('pages', () => { news += 1; if (isWaiting && isOpen('pages')) load(); });
  addView('pages', { open: load, show: () => { if (revision !== session.state().revision) load(); } });
}
