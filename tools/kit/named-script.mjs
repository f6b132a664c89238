/** Runs one of the scripts of a folder by its name, as `npm run bench -- numbers` does. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, fail, root, run } from './workspace.mjs';

/** @param kind how the names of the files end, before `.ts` */
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
  process.exit(await run('node', [file, ...args], { endsWithUs: true }));
}
