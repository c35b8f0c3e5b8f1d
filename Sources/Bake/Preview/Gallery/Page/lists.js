// What changed since an earlier bake, and what is wrong.
views.push({
  id: 'changes', name: 'Changes',
  isPresent: () => given.comparedWith !== '' || given.changes.length > 0,
  count: () => given.changes.length || null,
  render(root) {
    const frame = (title, base64, well) => h('figure', {}, h('div', { class: `well ${well}` }, base64 ? h('img', { src: pngURL(base64), alt: title, onload: (event) => event.target.classList.toggle('shrunk', event.target.naturalWidth > event.target.width) }) : h('span', { class: 'lead' }, 'nothing')), h('figcaption', {}, title));
    const pictures = (change) => h('div', { class: 'trio' }, frame('Old', change.old, state.backdrop), frame('New', change.new, state.backdrop),
      change.difference ? frame('Difference', change.difference, 'black') : null);
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
  id: 'problems', name: 'Problems',
  isPresent: () => given.diagnostics !== undefined,
  count: () => given.diagnostics.length || null,
  render(root) {
    if (!given.diagnostics.length) {
      root.append(h('p', { class: 'empty' }, 'Nothing is wrong with this catalog.'));
      return;
    }
    root.append(h('div', { class: 'list' }, given.diagnostics.map((finding) => h('article', { class: 'card item' },
      h('div', {}, h('span', { class: `badge ${finding.severity}` }, finding.severity), ' ', h('code', {}, finding.id)),
      h('p', {}, finding.message), finding.help ? h('p', { class: 'lead' }, `help: ${finding.help}`) : null,
      h('p', { class: 'where' }, finding.place ? copyButton(finding.place) : null)))));
  },
});
