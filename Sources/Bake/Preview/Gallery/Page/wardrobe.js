// Every species in every item, with search and filters.
const stemOf = (path) => path.split('/').pop().replace(/\.[^.]+$/, '').replace(/@[0-9]+x$/, '');
const findingsFor = (asset, things = []) => (given.diagnostics ?? []).filter((finding) => things.includes(finding.thing) ||
  [finding.path, ...finding.related].some((path) => path && (stemOf(path) === asset || path.includes(`/${asset}.imageset/`))));

/** Findings beside what they are about; the first few, and how many more there are. */
function notes(findings) {
  const shown = findings.slice(0, 2);
  return findings.length ? h('a', { class: 'notes', href: linkTo({ view: 'problems' }) },
    shown.map((finding) => h('span', { class: `finding ${finding.severity}` }, h('b', {}, finding.severity), ` ${finding.message}`)),
    findings.length > shown.length ? h('span', { class: 'lead' }, `and ${findings.length - shown.length} more`) : null) : null;
}

/** Where the picture comes from, or that nobody has drawn it yet. */
const sourceOf = (art) => art.placeholder ? `placeholder for ${art.asset}` : art.asset;

function tile({ look, name, id, asset, note, things, isMissing }) {
  return h('article', { class: 'card tile' },
    isMissing ? h('div', { class: 'well missing', role: 'img', 'aria-label': `${name} has no art here` })
      : h('button', { class: 'open', type: 'button', 'aria-label': `Open ${name} in the dressing room`, onclick: () => go(roomWith(look), true) },
        h('div', { class: `well ${state.backdrop}` }, picture(look, name))),
    h('div', { class: 'text' }, h('span', { class: 'name', title: name }, name), copyButton(id), note ? h('span', { class: 'source', title: note }, note) : null),
    notes(findingsFor(asset, things ?? [id])));
}

function wardrobeEntries() {
  const entries = [];
  for (const named of manifest.looks) {
    const look = { base: null, ...named.look };
    const worn = [look.base, ...look.overlays].filter(Boolean).map((id) => itemByID.get(id)?.name ?? id);
    entries.push({ group: 'Looks', look, name: (named.id[0].toUpperCase() + named.id.slice(1)).replaceAll(/[-_]/g, ' '), id: named.id, asset: '', note: worn.join(' + '), style: '', things: [named.id, look.species, look.base, ...look.overlays] });
  }
  for (const species of manifest.species) {
    const lacks = (item) => given.coverage.some((cell) => cell.species === species.id && (cell.item ?? null) === item && !cell.asset);
    const entry = (thing, item) => {
      const look = lookWith(species.id, item);
      const art = shownArt(look, item?.id ?? null);
      // What has art, but not on these pages, is not missing.
      const isMissing = !art || (item && !game.canWear(look, item.id)) || !stepsOf(look);
      return { group: species.name, look, name: thing.name, id: thing.id, asset: art?.asset ?? '', note: !art ? 'no art' : isMissing ? 'not on these pages' : sourceOf(art), style: item?.equipStyle ?? '', isMissing };
    };
    entries.push(entry(species));
    entries.push(...manifest.items.filter((item) => game.canWear(lookWith(species.id), item.id) || lacks(item.id)).map((item) => entry(item, item)));
  }
  return entries;
}

function matches(entry) {
  if (state.only && entry.look.species !== state.only) return false;
  if (state.style && entry.style !== state.style) return false;
  const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${entry.group} ${entry.look.species} ${entry.name} ${entry.id} ${entry.note}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Buttons of which one is pressed. */
function choice(label, options, chosen, choose) {
  return h('div', { class: 'group', role: 'group', 'aria-label': label }, options.map(([value, text]) =>
    h('button', { type: 'button', 'aria-pressed': String(value === chosen), onclick: () => choose(value) }, text)));
}
/** One of a few values, by name. */
const pick = (label, options, chosen, choose) => h('label', { class: 'field' }, label, h('select', { onchange: (event) => choose(event.target.value) },
  options.map(([value, text]) => h('option', { value, selected: value === chosen }, text))));
const backdropChoice = () => pick('Backdrop', backdrops.map((name) => [name, name]), state.backdrop, (backdrop) => go({ backdrop }));

views.push({
  id: 'wardrobe', name: 'Wardrobe',
  render(root) {
    const search = h('input', { type: 'search', id: 'search', placeholder: 'Search names and files', 'aria-label': 'Search', value: state.query, oninput: () => { state.query = search.value; history.replaceState(null, '', hashOf(state)); list(); } });
    const place = h('div');
    const list = () => {
      const found = wardrobeEntries().filter(matches);
      place.replaceChildren(...[...new Set(found.map((entry) => entry.group))].flatMap((group) => {
        const own = found.filter((entry) => entry.group === group);
        return [h('div', { class: 'section' }, h('h2', {}, group), h('span', { class: 'count' }, own.length)), h('div', { class: 'grid' }, own.map(tile))];
      }));
      if (!found.length) place.append(h('p', { class: 'empty' }, 'Nothing here has such a name.'));
    };
    root.append(h('div', { class: 'head' }, search,
      pick('Species', [['', 'all'], ...manifest.species.map((species) => [species.id, species.name])], state.only, (only) => go({ only })),
      choice('Style', [['', 'All'], ['replaceSprite', 'Outfits'], ['overlay', 'Overlays']], state.style, (style) => go({ style })),
      h('span', { class: 'fill' }), backdropChoice()), place);
    list();
  },
});
