// Files that are dropped on the page go into the sources.

import { byID } from './page.js';

const piece = 512 << 10;

/** @param {File} file @returns {Promise<string>} its path, or why it was refused */
async function send(file) {
  for (let place = 0; place < Math.max(file.size, 1); place += piece) {
    const query = `name=${encodeURIComponent(file.name)}&size=${file.size}&at=${place}`;
    const response = await fetch(`/upload?${query}`, {
      method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file.slice(place, place + piece),
    });
    const text = await response.text();
    if (!response.ok) return `${file.name}: ${text}`;
    if (place + piece >= file.size) return `${text} was added to the sources.`;
  }
  return '';
}

/** @param {function(string): void} say @param {function(): void} done */
export function takeFiles(say, done) {
  const take = async (files) => {
    const told = [];
    for (const file of [...files].slice(0, 100)) told.push(await send(file).catch((error) => error.message));
    await done();
    say(told.join('\n'));
  };
  const holdsFiles = (event) => event.dataTransfer?.types.includes('Files');
  document.addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => event.relatedTarget || document.body.classList.remove('dropping'));
  document.addEventListener('drop', (event) => {
    document.body.classList.remove('dropping');
    if (!holdsFiles(event)) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  byID('files').addEventListener('change', ({ target }) => { take(target.files).then(() => { target.value = ''; }); });
}
