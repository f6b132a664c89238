/** `npm run db:new -- add-something`: creates an empty migration with the next number. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from './migrate.ts';

const title = process.argv[2];
if (!title || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(title)) {
  console.error('Diga o que a migração faz, em minúsculas e com hífens: npm run db:new -- add-order-notes');
  process.exit(1);
}
const last = Number(readMigrations().at(-1)?.name.slice(0, 4) ?? '0');
const file = join(
  import.meta.dirname,
  '../migrations',
  `${String(last + 1).padStart(4, '0')}_${title.replaceAll('-', '_')}.sql`,
);
writeFileSync(file, '');
console.log(file);
