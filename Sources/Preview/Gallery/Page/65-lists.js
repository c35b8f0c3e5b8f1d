// What changed since an earlier bake, and what is wrong.
views.push({
  id: 'changes', name: 'Changes',
  isPresent: () => given.changes.length > 0,
  count: () => given.changes.length,
  render(root) {
    const frame = (title, base64) => h('figure', {}, h('div', { class: `well ${title === 'Difference' ? 'black' : state.backdrop}` }, base64 ? h('img', { src: pngURL(base64), alt: title }) : h('span', { class: 'lead' }, 'nothing')), h('figcaption', {}, title));
    root.append(h('div', { class: 'head' }, h('p', { class: 'lead' }, `Compared with ${given.comparedWith || 'an earlier bake'}.`), h('span', { class: 'fill' }), backdropChoice()),
      h('div', { class: 'list' }, given.changes.map((change) => h('article', { class: 'card item' },
        h('div', {}, h('span', { class: `badge ${{ added: 'good', removed: 'error' }[change.kind] ?? 'note'}` }, change.kind), ' ', copyButton(change.id)),
        change.summary ? h('p', { class: 'where' }, change.summary) : null,
        change.old || change.new ? h('div', { class: 'trio' }, frame('Old', change.old), frame('New', change.new), change.difference ? frame('Difference', change.difference) : null) : null))));
  },
});

views.push({
  id: 'problems', name: 'Problems',
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
