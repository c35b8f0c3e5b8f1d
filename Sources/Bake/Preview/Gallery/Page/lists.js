// What changed since an earlier bake, what keying did, and what is wrong.

/** A picture with its title; nothing without one. */
const framed = (title, base64, well) => h('figure', {}, h('div', { class: `well ${well}` }, base64 ? h('img', { src: pngURL(base64), alt: title, onload: (event) => event.target.classList.toggle('shrunk', event.target.naturalWidth > event.target.width) }) : h('span', { class: 'lead' }, 'nothing')), h('figcaption', {}, title));

views.push({
  id: 'changes', name: 'Changes',
  isPresent: () => given.comparedWith !== '' || given.changes.length > 0,
  count: () => given.changes.length || null,
  render(root) {
    const pictures = (change) => h('div', { class: 'trio' }, framed('Old', change.old, state.backdrop), framed('New', change.new, state.backdrop),
      change.difference ? framed('Difference', change.difference, 'black') : null);
    const lines = (change) => change.summary.split('\n').filter(Boolean).map((line) => h('p', { class: 'where' }, line));
    const card = (change) => h('article', { class: 'card item' },
      h('div', {}, h('span', { class: `badge ${{ added: 'good', removed: 'error' }[change.kind] ?? 'warning'}` }, change.kind), ' ', change.id ? copyButton(change.id) : null),
      lines(change), change.old || change.new ? pictures(change) : null);
    const title = (section) => section ? section[0].toUpperCase() + section.slice(1) : 'Pictures';
    const sections = [...new Set(given.changes.map((change) => change.section))];
    root.append(h('div', { class: 'head' }, h('p', { class: 'lead' }, 'Compared with ', h('code', {}, given.comparedWith || 'an earlier bake'), given.changes.length ? '.' : ': nothing differs.'),
      h('span', { class: 'fill' }), backdropChoice()),
    ...sections.flatMap((section) => {
      const own = given.changes.filter((change) => change.section === section);
      const isDrawn = own.some((change) => change.old || change.new);
      return [h('div', { class: 'section' }, h('h2', {}, title(section)), h('span', { class: 'count' }, own.length)), h('div', { class: isDrawn ? 'list pairs' : 'list' }, own.map(card))];
    }));
  },
});

views.push({
  id: 'keying', name: 'Keying',
  isPresent: () => given.keyed.length > 0,
  count: () => given.keyed.length,
  render(root) {
    root.append(h('div', { class: 'head' }, h('p', { class: 'lead' }, 'Each picture as it was drawn, and without its background. To change the settings and see what they do, run ', h('code', {}, 'kiln studio'), '.'),
      h('span', { class: 'fill' }), backdropChoice()),
    h('div', { class: 'list pairs' }, given.keyed.map((entry) => h('article', { class: 'card item' }, h('h2', {}, entry.name), copyButton(entry.file),
      h('div', { class: 'trio' }, framed('Before', entry.original, state.backdrop), framed('After', entry.result, state.backdrop)),
      h('p', { class: 'where' }, entry.facts), notes(findingsFor(entry.name))))));
  },
});

/** A picture of what a finding is about; null if it is about no pet. */
function pictureOf(finding, entries) {
  const entry = entries.find((own) => !own.isMissing && (own.things?.includes(finding.thing) || (own.asset && findingsFor(own.asset, [own.id]).includes(finding))));
  return entry ? h('a', { class: `thumb ${state.backdrop}`, href: linkTo(roomWith(entry.look)) }, picture(entry.look, `Open ${entry.name} in the dressing room`)) : null;
}

views.push({
  id: 'problems', name: 'Problems',
  isPresent: () => given.diagnostics !== undefined,
  count: () => given.diagnostics.length || null,
  render(root) {
    if (!given.diagnostics.length) {
      root.append(h('p', { class: 'empty' }, 'Nothing is wrong with this catalog.'));
      return;
    }
    const entries = wardrobeEntries();
    root.append(h('div', { class: 'list' }, given.diagnostics.map((finding) => h('article', { class: 'card item pictured' }, pictureOf(finding, entries),
      h('div', {}, h('div', {}, h('span', { class: `badge ${finding.severity}` }, finding.severity), ' ', h('code', {}, finding.id)),
        h('p', {}, finding.message), finding.help ? h('p', { class: 'lead' }, `help: ${finding.help}`) : null,
        finding.place ? copyButton(finding.place) : null)))));
  },
});
