/** The database that the commands work on: that of DATABASE_URL, else that of the demonstration that runs in DATA_DIR. */
import { join, resolve } from 'node:path';
import { connectKysely, connectPool, type Database } from '@mare/database/connection/connect.ts';
import { runningProgramUrl } from '@mare/database/embedded/running-server.ts';
import { pendingMigrations } from '@mare/database/migrating/migrate.ts';
import { OpsError } from './ops-error.ts';

const UNDEFINED_TABLE = '42P01';
const EMBEDDED_DATABASE = 'mare';

/** @throws OpsError if there is no such database, it does not respond, or it is of another version */
export async function withShopDatabase(
  env: NodeJS.ProcessEnv,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const pool = connectPool({ url: findUrl(env), max: 2 });
  try {
    const pending = await pendingMigrations(pool).catch((error: unknown) => {
      if ((error as { code?: string }).code === UNDEFINED_TABLE) return null;
      throw new OpsError(
        `Não foi possível conectar ao banco em ${new URL(pool.options.connectionString!).host}: ${(error as Error).message}. Confira DATABASE_URL, a rede e se o PostgreSQL está no ar.`,
      );
    });
    if (pending === null)
      throw new OpsError(
        'O banco ainda está vazio: inicie a loja, ou rode "node server/main.ts --migrate" com DATABASE_OWNER_URL.',
      );
    if (pending.length > 0)
      throw new OpsError(
        `O banco é de uma versão anterior (faltam ${pending.length} migrações): use o programa da versão que está no ar, ou atualize a loja antes.`,
      );
    await work(connectKysely(pool));
  } finally {
    await pool.end();
  }
}

function findUrl(env: NodeJS.ProcessEnv): string {
  const databaseUrl = env.DATABASE_URL?.trim();
  if (databaseUrl) {
    if (URL.canParse(databaseUrl) && /^postgres(?:ql)?:$/.test(new URL(databaseUrl).protocol))
      return databaseUrl;
    throw new OpsError('DATABASE_URL deve ser um endereço postgres://.');
  }
  const dataDir = resolve(env.DATA_DIR?.trim() || '.data');
  const url = runningProgramUrl(join(dataDir, 'database'), EMBEDDED_DATABASE);
  if (url) return url;
  throw new OpsError(
    `Falta DATABASE_URL, e nenhuma demonstração está no ar na pasta ${dataDir}: defina DATABASE_URL, ou DATA_DIR se a demonstração usa outra pasta.`,
  );
}
