/** Runs a script of a folder by name, e.g. `npm run bench -- numbers`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, fail, root, run } from './workspace.mjs';

/** @param kind file name suffix before `.ts` */
export async function runNamed(command, folder, kind) {
  const [name = '', ...args] = process.argv.slice(2);
  const file = join(root, folder, `${name}.${kind}.ts`);
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
    const known = readdirSync(join(root, folder))
      .filter((entry) => entry.endsWith(`.${kind}.ts`))
      .map((entry) => entry.replace(`.${kind}.ts`, ''));
    fail(`Uso: npm run ${command} -- NOME [opções]. Existem: ${known.join(', ')}.`);
  }
  ensureInstalled();
  process.exit(await run('node', [file, ...args], { exitsWithParent: true }));
}
