/** `ops preflight`: the machine and the settings before a start. Changes nothing. */
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { connectKysely } from '@mare/database/connection/connect.ts';
import { pendingMigrations } from '@mare/database/migrating/migrate.ts';
import { readAuthSettings } from '../accounts/auth-settings.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { systemRandom } from '../platform/clock.ts';
import { openLogKey } from '../transparency/keys/log-key.ts';
import { finding, type Finding } from './findings.ts';
import { checkLogKey } from './keys/next-log-key.ts';
import { checkPersonKeys } from './keys/person-keys.ts';
import { checkSecrets } from './keys/secrets.ts';

const MIN_NODE_MAJOR = 24;
const MIN_POSTGRESQL = 150_000;
const MIN_FREE_BYTES = 2 * 1024 ** 3;
const MAX_SKEW_MS = 2_000;
const MIN_BACKLOG = 4_096;

export async function checkBeforeStart(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const findings = [checkNode(), checkBacklog()];
  let config: Config;
  try {
    config = readConfig(env);
    readAuthSettings(env, config);
    // The demonstration makes its own.
    if (!config.demo) openLogKey(config, systemRandom);
    findings.push({ level: 'ok', text: 'As configurações são válidas.' });
  } catch (error) {
    return [...findings, { level: 'error', text: (error as Error).message }];
  }
  findings.push(checkDisk(config.dataDir), ...checkFolders(config));
  if (config.databaseUrl) findings.push(...(await checkDatabase(config.databaseUrl, env)));
  return findings;
}

function checkNode(): Finding {
  const isFine = Number(process.versions.node.split('.')[0]) >= MIN_NODE_MAJOR;
  return finding(isFine, `Node ${process.versions.node}`, {
    text: `Node ${process.versions.node} é antigo demais.`,
    advice: `Use a versão ${MIN_NODE_MAJOR} ou mais nova.`,
  });
}

function checkBacklog(): Finding {
  const file = '/proc/sys/net/core/somaxconn';
  const backlog = existsSync(file) ? Number(readFileSync(file, 'utf8')) : MIN_BACKLOG;
  return finding(
    backlog >= MIN_BACKLOG,
    'O sistema aceita filas longas de conexões.',
    {
      text: `net.core.somaxconn é ${backlog}: numa corrida, conexões são perdidas.`,
      advice: `sysctl -w net.core.somaxconn=${MIN_BACKLOG}`,
    },
    'warning',
  );
}

/** Those that this process writes to, or makes. */
function checkFolders({ dataDir, databaseUrl, mailboxDir }: Config): Finding[] {
  const written = [
    ...(databaseUrl === null ? [['DATA_DIR', dataDir] as const] : []),
    ...(mailboxDir === null ? [] : [['MAILBOX_DIR', mailboxDir] as const]),
  ];
  return written.map(([name, path]) => {
    const folder = nearestExisting(path);
    return finding(isWritableFolder(folder), `${name}: ${folder} aceita gravações.`, {
      text: `${name}: não é possível gravar em ${folder}.`,
      advice: 'Dê à conta do processo a permissão de gravar nessa pasta, ou escolha outra.',
    });
  });
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function checkDisk(dataDir: string): Finding {
  const folder = nearestExisting(dataDir);
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  return finding(free >= MIN_FREE_BYTES, `Espaço livre em ${folder}: ${gigabytes(free)}`, {
    text: `Só ${gigabytes(free)} livres em ${folder}.`,
    advice: 'Libere espaço ou aumente o disco antes de abrir a loja.',
  });
}

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

async function checkDatabase(url: string, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  try {
    const sentAt = Date.now();
    const { rows } = await pool.query<{
      version: string;
      number: number;
      now: Date;
      owns: boolean;
      writes: string;
    }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
        clock_timestamp() as now, current_setting('transaction_read_only') as writes,
        exists (select from pg_tables where tablename = 'orders' and tableowner = current_user) as owns`,
    );
    const { version, number, now, owns, writes } = rows[0]!;
    const skewMs = Math.abs(now.getTime() - (sentAt + Date.now()) / 2);
    const pending = await pendingMigrations(pool).catch(() => null);
    return [
      finding(number >= MIN_POSTGRESQL, `PostgreSQL ${version}`, {
        text: `PostgreSQL ${version} é antigo demais.`,
        advice: 'Atualize para a versão 15 ou mais nova.',
      }),
      finding(skewMs <= MAX_SKEW_MS, 'O relógio concorda com o do banco.', {
        text: `O relógio difere ${(skewMs / 1000).toFixed(1)} s do relógio do banco.`,
        advice:
          'Ligue a sincronização (chrony ou systemd-timesyncd) nas duas máquinas: prazos de reserva dependem dela.',
      }),
      finding(writes === 'off', 'O banco aceita gravações.', {
        text: 'O banco só aceita leituras.',
        advice: 'DATABASE_URL aponta para uma réplica? Aponte para o banco principal.',
      }),
      finding(
        !owns,
        'O papel de DATABASE_URL não é dono das tabelas.',
        {
          text: 'O papel de DATABASE_URL é dono das tabelas.',
          advice:
            'Rode --migrate com DATABASE_OWNER_URL e use outro papel: assim uma falha não apaga regras do banco.',
        },
        'warning',
      ),
      finding(pending?.length === 0, 'Todas as migrações estão aplicadas.', {
        text: pending ? `Faltam ${pending.length} migrações.` : 'O banco ainda está vazio.',
        advice: 'node server/main.ts --migrate, com DATABASE_OWNER_URL.',
      }),
      // An older version has no place for it.
      ...(pending?.length === 0
        ? [
            ...(await checkSecrets(connectKysely(pool), env)),
            ...(await checkPersonKeys(connectKysely(pool), env)),
            ...(await checkLogKey(connectKysely(pool), env)),
          ]
        : []),
    ];
  } catch (error) {
    const { host } = new URL(url);
    return [
      {
        level: 'error',
        text: `Não foi possível conectar ao banco em ${host}: ${(error as Error).message}.`,
        advice:
          'Confira DATABASE_URL, a rede e se o PostgreSQL está no ar. O papel de DATABASE_URL é criado por --migrate com DATABASE_OWNER_URL.',
      },
    ];
  } finally {
    await pool.end();
  }
}
