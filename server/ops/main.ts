/**
 * `npm run ops -- backup | restore | declare-secret | rotate | accept-secret | accept-person-keys | rotate-log-key | preflight |
 * doctor | retry-jobs | restore-list`:
 * the operator's commands (docs/operations.md).
 * In a container or as a service: `node server/ops/main.ts …`. Ends with code 1 if something is wrong or failed, and with 2
 * for a wrong argument, which changes nothing.
 */
import { existsSync } from 'node:fs';
import { restoreList } from '../draws/list/restore-list.ts';
import { jobLabel } from '@mare/domain/admin/jobs/job-labels.ts';
import { systemClock } from '../platform/clock.ts';
import { isQueue, retryParkedJobs } from '../platform/jobs/parked-jobs.ts';
import { type Command, HELP, readArguments, UsageError } from './arguments.ts';
import { makeBackup } from './backup/backup.ts';
import { describeFault } from './describe-fault.ts';
import { diagnose } from './doctor/doctor.ts';
import { type Finding, formatFindings, hasError } from './findings.ts';
import { acceptPersonKeys, checkPersonKeys } from './keys/person-keys.ts';
import { checkBeforeStart } from './preflight.ts';
import { makeNextLogKey } from './keys/next-log-key.ts';
import { prepareRestore } from './backup/restore.ts';
import { OpsError } from './ops-error.ts';
import { acceptSecret, announceSecret, checkSecrets, rotateSecret } from './keys/secrets.ts';
import { withShopDatabase } from './shop-database.ts';

const { env } = process;
const print = (text: string) => void process.stdout.write(`${text}\n`);

async function run(command: Command): Promise<void> {
  switch (command.name) {
    case 'help':
      return print(HELP);
    case 'backup': {
      const backup = makeBackup({
        ...command,
        now: new Date(),
        databaseUrl: env.DATABASE_OWNER_URL?.trim() || null,
      });
      return print(
        `Backup feito e conferido: ${backup.path}. Removidos: ${backup.removedBackups} backups e ${backup.removedWal} arquivos do WAL.`,
      );
    }
    case 'restore': {
      const used = prepareRestore(command);
      const { to, moment } = command;
      return print(
        `Pasta pronta em ${to}, a partir de ${used}${moment ? `, até ${moment.toISOString()}` : ''}. Inicie o PostgreSQL nela: ele repete o WAL e abre sozinho. Antes da loja, rode preflight: AUTH_SECRET tem de ser o de então; se ele foi trocado depois, deixe o de então em AUTH_SECRETS_ACCEPTED e rode declare-secret.`,
      );
    }
    case 'declare-secret':
      return withShopDatabase(env, async (db) => print(await announceSecret(db, env)));
    case 'rotate':
      return withShopDatabase(env, async (db) => print(await rotateSecret(db, env)));
    case 'accept-secret':
      return withShopDatabase(env, async (db) => print(await acceptSecret(db, env)));
    case 'accept-person-keys':
      return withShopDatabase(env, async (db) => print(await acceptPersonKeys(db, env)));
    case 'rotate-log-key':
      return withShopDatabase(env, async (db) => print(await makeNextLogKey(db, env, command)));
    case 'preflight':
      return report(await checkBeforeStart(env));
    case 'doctor':
      return withShopDatabase(env, async (db) =>
        report([
          ...(await checkSecrets(db, env)),
          ...(await checkPersonKeys(db, env)),
          ...(await diagnose({ db, clock: systemClock })),
        ]),
      );
    case 'retry-jobs':
      return retryJobs(command.queue);
    case 'restore-list':
      return putListBack(command);
  }
}

function retryJobs(queue: string): Promise<void> {
  return withShopDatabase(env, async (db) => {
    if (!(await isQueue(db, queue)))
      throw new UsageError(
        `A fila "${queue}" não existe: os nomes estão em "npm run ops -- doctor" e em Mensagens › Tarefas paradas.`,
      );
    const { length } = await retryParkedJobs(db, { queue });
    const name = `“${jobLabel(queue).title}” (fila ${queue})`;
    print(
      length === 0
        ? `Nenhuma tarefa de ${name} está parada.`
        : `Tarefas de ${name} que serão tentadas mais uma vez: ${length}.`,
    );
  });
}

function putListBack({ rifaId, file }: { rifaId: string; file: string }): Promise<void> {
  const owner = env.DATABASE_OWNER_URL?.trim();
  if (!owner)
    throw new OpsError('Falta DATABASE_OWNER_URL: só quem é dono das tabelas pode pôr uma lista de volta.');
  if (!existsSync(file)) throw new OpsError(`Não há arquivo ${file}.`);
  return withShopDatabase({ ...env, DATABASE_URL: owner }, async (db) => {
    const restored = await restoreList(db, rifaId, file);
    if (!restored.ok)
      throw new OpsError(
        restored.code === 'NOT_FROZEN'
          ? 'Esta rifa não tem lista congelada.'
          : 'O arquivo não é a lista congelada desta rifa: o SHA-256 dele é outro. Nada foi mudado.',
      );
    print(
      `A lista congelada está de volta, com ${restored.soldNumbers} cotas. A loja a confere em até dez minutos e, se o resultado já saiu, sorteia.`,
    );
  });
}

function report(findings: Finding[]): void {
  print(formatFindings(findings));
  if (hasError(findings)) process.exitCode = 1;
}

try {
  await run(readArguments(process.argv.slice(2), new Date()));
} catch (error) {
  process.stderr.write(`${describeFault(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
