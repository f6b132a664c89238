/** `npm run db:reset`: deletes the embedded database; the next start creates and fills a new one. */
import { realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = join(resolve(process.env.DATA_DIR?.trim() || '.data'), 'database');
if (process.env.DATABASE_URL) {
  console.error('db:reset só apaga o banco embutido: com DATABASE_URL definido, apague o banco por lá.');
  process.exit(1);
}
try {
  // The folder may be a link to a cluster elsewhere, where the server's account can access it.
  rmSync(realpathSync(join(folder, 'postgres')), { recursive: true, force: true });
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
rmSync(folder, { recursive: true, force: true });
// A new database starts a new log, which needs a new key: the old key only signs extensions of the old log.
for (const file of ['log-key', 'log-key.last']) rmSync(join(folder, '..', file), { force: true });
console.log(`${folder} foi apagada.`);
