/** `npm run bench -- numbers [options]`: runs the benchmark of that name from `bench/`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, fail, root, run } from './workspace.mjs';

const [name = '', ...args] = process.argv.slice(2);
const folder = join(root, 'bench');
if (!/^[a-z-]+$/.test(name) || !existsSync(join(folder, `${name}.bench.ts`))) {
  const known = readdirSync(folder)
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''));
  fail(`Uso: npm run bench -- NOME [opções]. Existem: ${known.join(', ')}.`);
}
ensureInstalled();
process.exit(await run('node', [join(folder, `${name}.bench.ts`), ...args], { endsWithUs: true }));
