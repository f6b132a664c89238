/** `npm run db:reset`: throws the embedded database away; the next start makes and fills a new one. */
import { realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = join(resolve(process.env.DATA_DIR?.trim() || '.data'), 'database');
if (process.env.DATABASE_URL) {
  console.error('db:reset só apaga o banco embutido: com DATABASE_URL definido, apague o banco por lá.');
  process.exit(1);
}
try {
  // The cluster may lie elsewhere, where the server's account can reach it.
  rmSync(realpathSync(join(folder, 'postgres')), { recursive: true, force: true });
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
rmSync(folder, { recursive: true, force: true });
console.log(`${folder} foi apagada.`);
