// Every species in every item, with search and filters.
const stemOf = (path) => path.split('/').pop().replace(/\.[^.]+$/, '').replace(/@[0-9]+x$/, '');
const findingsFor = (asset, things = []) => (given.diagnostics ?? []).filter((finding) => things.includes(finding.thing) ||
  [finding.path, ...finding.related].some((path) => path && (stemOf(path) === asset || path.includes(`/${asset}.imageset/`))));

function badgeFor(findings) {
  const worst = ['error', 'warning', 'note'].find((severity) => findings.some((finding) => finding.severity === severity));
  if (!worst) return null;
  const text = findings.map((finding) => `${finding.severity}[${finding.id}]: ${finding.message}`).join('\n');
  return h('span', { class: `badge ${worst}`, title: text, role: 'img', 'aria-label': text }, `${worst === 'note' ? 'i' : '!'} ${findings.length}`);
}

/** Draws pictures only when they come into sight. */
const sight = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    sight.unobserve(entry.target);
    entry.target.drawNow();
  }
}, { rootMargin: '300px' });

/** What should be here and has no art. */
const emptyTile = ({ name, id }) => h('article', { class: 'card tile' },
  h('div', { class: 'well missing', role: 'img', 'aria-label': `${name} has no art here` }), badgeFor(findingsFor('', [id])),
  h('div', { class: 'text' }, h('span', { class: 'name', title: name }, name), copyButton(id), h('span', { class: 'copy' }, 'no art')));

function lookTile({ look, name, id, asset, note, things }) {
  const canvas = h('canvas', { width: area.width, height: area.height, role: 'img', 'aria-label': name });
  canvas.drawNow = async () => show(canvas, await drawnLook(look, '', 0, scales[0] ?? 1));
  sight.observe(canvas);
  const changes = { view: 'room', species: look.species, base: look.base ?? '', wear: look.overlays, axes: look.axes, animation: '', frame: 0 };
  return h('article', { class: 'card tile' },
    h('button', { class: 'open', type: 'button', 'aria-label': `Open ${name} in the dressing room`, onclick: () => go(changes, true) },
      h('div', { class: `well ${state.backdrop}` }, canvas)),
    badgeFor(findingsFor(asset, things ?? [id])),
    h('div', { class: 'text' }, h('span', { class: 'name', title: name }, name), copyButton(id), note ? h('span', { class: 'copy', title: note }, note) : null));
}

/** Where the picture comes from, or that nobody has drawn it yet. */
const sourceOf = (art) => art.placeholder ? `placeholder for ${art.asset}` : art.asset;

function wardrobeEntries() {
  const entries = [];
  for (const named of manifest.looks) {
    const look = { base: null, ...named.look };
    const worn = [look.base, ...look.overlays].filter(Boolean).map((id) => itemByID.get(id)?.name ?? id);
    entries.push({ group: 'Looks', look, name: (named.id[0].toUpperCase() + named.id.slice(1)).replaceAll(/[-_]/g, ' '), id: named.id, asset: '', note: worn.join(' + '), style: '', things: [named.id, look.species, look.base, ...look.overlays] });
  }
  for (const species of manifest.species) {
    const plain = { species: species.id, base: null, overlays: [], axes: {} };
    const own = baseArt(plain);
    const lacks = (item) => given.coverage.some((cell) => cell.species === species.id && (cell.item ?? null) === item && !cell.asset);
    if (own) entries.push({ group: species.name, look: plain, name: species.name, id: species.id, asset: own.asset, note: sourceOf(own), style: '' });
    else entries.push({ group: species.name, look: plain, name: species.name, id: species.id, isMissing: true, style: '' });
    for (const item of manifest.items) {
      const look = item.equipStyle === 'overlay' ? { ...plain, overlays: [item.id] } : { ...plain, base: item.id };
      const art = artFor(item.art, look);
      if (art && (own || item.equipStyle !== 'overlay')) entries.push({ group: species.name, look, name: item.name, id: item.id, asset: art.asset, note: sourceOf(art), style: item.equipStyle });
      else if (art || lacks(item.id)) entries.push({ group: species.name, look, name: item.name, id: item.id, isMissing: true, style: item.equipStyle });
    }
  }
  return entries;
}

function matches(entry) {
  if (state.only && entry.look.species !== state.only) return false;
  if (state.style && entry.style !== state.style) return false;
  const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${entry.group} ${entry.look.species} ${entry.name} ${entry.id} ${entry.note ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Buttons of which one is pressed. */
function choice(label, options, chosen, choose) {
  return h('div', { class: 'group', role: 'group', 'aria-label': label }, options.map(([value, text]) =>
    h('button', { type: 'button', 'aria-pressed': String(value === chosen), onclick: () => choose(value) }, text)));
}
const backdropChoice = () => h('label', { class: 'field' }, 'Backdrop', h('select', { onchange: (event) => go({ backdrop: event.target.value }) },
  backdrops.map((name) => h('option', { value: name, selected: name === state.backdrop }, name))));

views.push({
  id: 'wardrobe', name: 'Wardrobe',
  render(root) {
    const search = h('input', { type: 'search', id: 'search', placeholder: 'Search names and files', 'aria-label': 'Search', value: state.query, oninput: () => { state.query = search.value; history.replaceState(null, '', hashOf(state)); list(); } });
    const place = h('div');
    const list = () => {
      const found = wardrobeEntries().filter(matches);
      place.replaceChildren(...[...new Set(found.map((entry) => entry.group))].flatMap((group) => {
        const own = found.filter((entry) => entry.group === group);
        return [h('div', { class: 'section' }, h('h2', {}, group), h('span', { class: 'count' }, own.length)), h('div', { class: 'grid' }, own.map((entry) => entry.isMissing ? emptyTile(entry) : lookTile(entry)))];
      }));
      if (!found.length) place.append(h('p', { class: 'empty' }, 'Nothing here has such a name.'));
    };
    root.append(h('div', { class: 'head' }, search,
      choice('Species', [['', 'All'], ...manifest.species.map((species) => [species.id, species.name])], state.only, (only) => go({ only })),
      choice('Style', [['', 'All'], ['replaceSprite', 'Outfits'], ['overlay', 'Overlays']], state.style, (style) => go({ style })),
      h('span', { class: 'fill' }), backdropChoice()), place);
    list();
  },
});
