/** Runs a script of a folder by name, e.g. `npm run bench -- numbers`. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureInstalled, fail, root, run } from './workspace.mjs';

/** @param kind file name suffix before `.ts`; the file is in `folder` or below it */
export async function runNamed(command, folder, kind) {
  const [name = '', ...args] = process.argv.slice(2);
  const ending = `.${kind}.ts`;
  const scripts = readdirSync(join(root, folder), { recursive: true }).filter((entry) =>
    entry.endsWith(ending),
  );
  const found = scripts.find((entry) => basename(entry, ending) === name);
  if (!found) {
    const known = scripts.map((entry) => basename(entry, ending)).toSorted();
    fail(`Uso: npm run ${command} -- NOME [opções]. Existem: ${known.join(', ')}.`);
  }
  const file = join(root, folder, found);
  ensureInstalled();
  process.exit(await run('node', [file, ...args], { exitsWithParent: true }));
}
