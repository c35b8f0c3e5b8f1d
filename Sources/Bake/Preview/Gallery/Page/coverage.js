// Which name found each item on each species; far fallbacks are where art is missing.
const ordinal = (number) => `${number}${{ 1: 'st', 2: 'nd', 3: 'rd' }[number] ?? 'th'}`;
const levelName = (level) => level === null || level === undefined ? 'missing' : Math.min(level, 4);

views.push({
  id: 'coverage', name: 'Coverage',
  isPresent: () => given.coverage.length > 0,
  count: () => given.coverage.filter((cell) => cell.level === null || cell.level === undefined).length || null,
  render(root) {
    const columns = [...new Map(given.coverage.map((cell) => [JSON.stringify([cell.species, cell.axes]), cell])).values()];
    const rows = [null, ...manifest.items.map((item) => item.id), ...new Set(given.coverage.map((cell) => cell.item ?? null).filter((id) => id && !itemByID.has(id)))];
    const cellAt = (item, column) => given.coverage.find((cell) => (cell.item ?? null) === item && cell.species === column.species && JSON.stringify(cell.axes) === JSON.stringify(column.axes))
      ?? given.coverage.find((cell) => (cell.item ?? null) === item && cell.species === column.species && Object.entries(cell.axes).every(([name, value]) => column.axes[name] === value));
    const open = (cell) => go(roomWith(lookWith(cell.species, itemByID.get(cell.item), cell.axes)), true);
    const hasPlaceholder = (item, cell) => (item ? itemByID.get(item) : speciesByID.get(cell.species))?.art
      .some((art) => art.species === cell.species && art.placeholder);
    const box = (item, column) => {
      const cell = cellAt(item, column);
      if (!cell) return h('td', {}, '');
      const isMissing = levelName(cell.level) === 'missing';
      const lack = isMissing && hasPlaceholder(item, cell) ? 'placeholder' : 'missing';
      const label = `${item ?? 'undressed'} on ${cell.species}: ${isMissing ? lack : `${cell.asset}, found by the ${ordinal(cell.level + 1)} name, ${cell.template}`}`;
      return h('td', {}, h('button', { type: 'button', class: `level-${levelName(cell.level)}`, 'aria-label': label, title: label, onclick: () => open(cell) },
        isMissing ? lack : `${ordinal(cell.level + 1)} name`, h('small', {}, cell.asset ?? 'no file')));
    };
    root.append(h('div', { class: 'head' }, h('p', { class: 'lead' }, 'Names are tried in order, the most particular first. Green is art made for the species; the warmer the color, the more general the fallback. Click a cell to see it worn.'),
      h('span', { class: 'fill' }), h('div', { class: 'legend' }, [0, 1, 2, 3, 4].map((level) => h('span', {}, h('i', { class: `level-${level}` }), `${level + 1}${level === 4 ? '+' : ''}`)), h('span', {}, h('i', { class: 'level-missing' }), 'missing'))),
      h('div', { class: 'card scroll', tabindex: 0, role: 'region', 'aria-label': 'Coverage matrix' }, h('table', { class: 'matrix' },
        h('thead', {}, h('tr', {}, h('td', {}), columns.map((column) => h('th', { scope: 'col' }, speciesByID.get(column.species)?.name ?? column.species, Object.values(column.axes).map((value) => ` · ${value}`))))),
        h('tbody', {}, rows.map((item) => h('tr', {}, h('th', { scope: 'row' }, item === null ? 'Undressed' : itemByID.get(item)?.name ?? item), columns.map((column) => box(item, column))))))));
  },
});
