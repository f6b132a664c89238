/**
 * `npm run ops -- backup | restore | rotate | preflight | doctor | retry-jobs`: the operator's commands (docs/operations.md).
 * In a container or as a service: `node server/ops/main.ts …`.
 */
import { parseArgs } from 'node:util';
import { connectKysely, connectPool, type Database } from '@mare/database/connect.ts';
import { readSecrets } from '../platform/config/read-secret.ts';
import { resealSecrets } from '../accounts/reseal-secrets.ts';
import { resealPushKeys } from '../notifications/push/push-keys.ts';
import { systemClock, systemRandom } from '../platform/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/settings-reader.ts';
import { retryParkedJobs } from '../platform/jobs/parked-jobs.ts';
import { openVault } from '../platform/vault.ts';
import { makeBackup } from './backup.ts';
import { diagnose } from './doctor.ts';
import { type Finding, formatFindings, hasError } from './findings.ts';
import { checkBeforeStart } from './preflight.ts';
import { prepareRestore } from './restore.ts';
import { OpsError } from './run-program.ts';

const USAGE = `Uso: npm run ops -- COMANDO
  backup --folder PASTA [--archive PASTA] [--copy PASTA] [--keep 7]
  restore --backup PASTA --archive PASTA --to PASTA [--moment 2026-11-21T13:00:00Z] [--wal PASTA]
  rotate
  preflight
  doctor
  retry-jobs FILA`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    archive: { type: 'string' },
    copy: { type: 'string' },
    keep: { type: 'string', default: '7' },
    backup: { type: 'string' },
    to: { type: 'string' },
    moment: { type: 'string' },
    wal: { type: 'string' },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);

const COMMANDS: Record<string, () => Promise<void>> = {
  async backup() {
    const keep = Number(values.keep);
    if (!values.folder || !(Number.isInteger(keep) && keep > 0)) throw new OpsError(USAGE);
    const made = makeBackup({
      folder: values.folder,
      archive: values.archive ?? null,
      copy: values.copy ?? null,
      keep,
      now: new Date(),
      databaseUrl: process.env.DATABASE_OWNER_URL ?? null,
    });
    print(
      `Backup feito e conferido: ${made.path}. Removidos: ${made.removedBackups} backups e ${made.removedWal} arquivos do WAL.`,
    );
  },
  async restore() {
    const { backup, archive, to, moment, wal } = values;
    const at = moment === undefined ? null : new Date(moment);
    if (!backup || !archive || !to || (at && Number.isNaN(at.getTime()))) throw new OpsError(USAGE);
    const used = prepareRestore({ backup, archive, to, moment: at, wal: wal ?? null });
    print(
      `Pasta pronta em ${to}, a partir de ${used}. Inicie o PostgreSQL nela: ele repete o WAL e abre sozinho.`,
    );
  },
  rotate: () =>
    withDatabase(async (db) => {
      const config = readConfig(process.env);
      const vault = openVault(readSecrets(process.env, config), systemRandom);
      const { sessions, factors, signingKeys } = await resealSecrets({ db, vault });
      const pushKeys = (await resealPushKeys(db, vault)) ? 1 : 0;
      print(
        `Cifrados de novo: ${sessions} sessões, ${factors} segundos fatores, ${signingKeys + pushKeys} chaves.`,
      );
    }),
  async preflight() {
    report(await checkBeforeStart(process.env));
  },
  doctor: () => withDatabase(async (db) => report(await diagnose({ db, clock: systemClock }))),
  'retry-jobs': () =>
    withDatabase(async (db) => {
      const queue = positionals[1];
      if (!queue) throw new OpsError(USAGE);
      const retried = await retryParkedJobs(db, { queue });
      print(`${retried.length} tarefas de ${queue} serão tentadas mais uma vez.`);
    }),
};

function report(findings: Finding[]): void {
  print(formatFindings(findings));
  if (hasError(findings)) process.exitCode = 1;
}

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url) throw new OpsError('Falta DATABASE_URL.');
  const pool = connectPool({ url, max: 2 });
  try {
    await work(connectKysely(pool));
  } finally {
    await pool.end();
  }
}

try {
  const command = COMMANDS[positionals[0] ?? ''];
  if (!command) throw new OpsError(USAGE);
  await command();
} catch (error) {
  const isKnown = error instanceof OpsError || error instanceof ConfigError;
  process.stderr.write(`${isKnown ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
