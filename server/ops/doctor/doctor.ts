/** `ops doctor`: read-only diagnosis of a running shop, with instructions. */
import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import { formatDuration } from '@mare/domain/time/duration.ts';
import { findLedgerCheck } from '../../ledger/ledger-check.ts';
import { isBalanced } from '../../ledger/read-ledger.ts';
import { readOverdueWork } from '../../payments/monitoring/overdue-metrics.ts';
import type { Clock } from '../../platform/clock.ts';
import { checkCharges, checkLedgerProof, checkMessages, checkProviders } from './money-and-messages.ts';
import { checkDraws, checkPublicLog } from './draws-and-log.ts';
import { finding, type Finding } from '../findings.ts';
import { checkJobs, checkWorker } from './waiting-jobs.ts';

const LATE_SECONDS = { reservations: 30, refunds: 120, webhooks: 60, checks: 600 };
const WORK = {
  reservations: 'Reservas',
  refunds: 'Reembolsos',
  webhooks: 'Avisos do provedor',
  checks: 'Conferências',
};
const MAX_LEDGER_AGE_MS = 3 * 3_600_000;

export async function diagnose(deps: { db: Database; clock: Clock }): Promise<Finding[]> {
  return [
    await checkWrites(deps.db),
    ...(await checkOverdue(deps)),
    await checkWorker(deps.db),
    ...(await checkJobs(deps.db)),
    await checkLedgerFigures(deps),
    ...(await checkLedgerProof(deps)),
    await checkDeadWebhooks(deps.db),
    ...(await checkProviders(deps)),
    ...(await checkCharges(deps)),
    ...(await checkMessages(deps)),
    await checkPublicLog(deps),
    ...(await checkDraws(deps)),
    ...(await checkServer(deps.db)),
  ];
}

/** Checks that the database accepts writes: on a full disk it still serves reads. The temporary table is dropped. */
async function checkWrites(db: Database): Promise<Finding> {
  const fault = await db
    .transaction()
    .execute((trx) =>
      sql`create temporary table write_probe on commit drop as select repeat('x', 1000) as filler`.execute(
        trx,
      ),
    )
    .then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
  return finding(fault === null, 'O banco aceita gravações.', {
    text: `O banco não aceita gravações: ${fault}.`,
    advice: 'Há espaço no disco do banco? DATABASE_URL aponta para uma réplica?',
  });
}

async function checkOverdue(deps: { db: Database; clock: Clock }): Promise<Finding[]> {
  const works = await readOverdueWork(deps);
  return works.map(({ work, count, seconds }) =>
    finding(seconds <= LATE_SECONDS[work], `${WORK[work]} em dia`, {
      text: `${WORK[work]}: ${count} em atraso, a mais antiga há ${formatDuration(seconds)}.`,
      advice: 'Confira se há um processo com ROLE=worker no ar e se o provedor de pagamento responde.',
    }),
  );
}

async function checkLedgerFigures({ db, clock }: { db: Database; clock: Clock }): Promise<Finding> {
  const check = await findLedgerCheck(db);
  if (!check || clock.now().getTime() - check.checkedAt.getTime() > MAX_LEDGER_AGE_MS)
    return {
      level: 'warning',
      text: 'O livro-caixa não foi conferido nas últimas três horas.',
      advice: 'A conferência roda de hora em hora num processo com ROLE=worker.',
    };
  return finding(isBalanced(check.report), 'O livro-caixa fecha.', {
    text: 'O livro-caixa não fecha.',
    advice: 'Veja em /admin/pagamentos o que difere, antes de devolver ou repassar dinheiro.',
  });
}

async function checkDeadWebhooks(db: Database): Promise<Finding> {
  const { count } = await db
    .selectFrom('webhookInbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'dead')
    .where('reviewedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return finding(count === 0, 'Nenhum aviso do provedor ficou sem resposta.', {
    text: `${count} avisos do provedor não puderam ser lidos.`,
    advice: 'Confira cada pagamento em /admin/pagamentos e marque como resolvido.',
  });
}

async function checkServer(db: Database): Promise<Finding[]> {
  const { rows } = await sql<{
    archiving: boolean;
    archiveFails: boolean;
    used: number;
    allowed: number;
    longest: number;
    seesAll: boolean;
    age: number;
    invalid: string[];
  }>`
    select current_setting('archive_mode') <> 'off' as archiving,
      coalesce((select last_failed_time > coalesce(last_archived_time, '-infinity') from pg_stat_archiver), false)
        as archive_fails,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::integer as allowed,
      coalesce((select extract(epoch from max(now() - xact_start)) from pg_stat_activity
        where state <> 'idle' and backend_type = 'client backend'), 0)::double precision as longest,
      pg_has_role('pg_read_all_stats', 'usage') as sees_all,
      (select max(age(datfrozenxid)) from pg_database)::integer as age,
      (select coalesce(array_agg(indexrelid::regclass::text), '{}') from pg_index where not indisvalid) as invalid`.execute(
    db,
  );
  const { archiving, archiveFails, used, allowed, longest, seesAll, age, invalid } = rows[0]!;
  return [
    finding(
      archiving,
      'O WAL é arquivado.',
      {
        text: 'O WAL não é arquivado: só se restaura o último backup.',
        advice: 'Use deploy/postgresql/mare.conf, ou archive_mode = on.',
      },
      'warning',
    ),
    finding(!archiveFails, 'O arquivo do WAL não falha.', {
      text: 'A última cópia do WAL para o arquivo falhou.',
      advice: 'Há espaço e permissão na pasta do arquivo? Enquanto falha, o disco do banco enche.',
    }),
    finding(used < allowed * 0.9, `Conexões do banco: ${used} de ${allowed}`, {
      text: `Quase todas as conexões do banco em uso: ${used} de ${allowed}.`,
      advice: 'Rode menos processos ou ponha um pooler na frente (docs/scale.md).',
    }),
    finding(
      longest < 300,
      seesAll
        ? 'Nenhuma transação longa.'
        : 'Nenhuma transação longa da loja; as de outros usuários do banco não são visíveis.',
      {
        text: `Uma transação está aberta há ${formatDuration(longest)}.`,
        advice: 'Procure-a em pg_stat_activity: ela impede a limpeza das tabelas.',
      },
    ),
    finding(age < 1_000_000_000, 'O autovacuum acompanha.', {
      text: 'O autovacuum está atrasado: as transações do banco podem acabar.',
      advice: 'Rode vacuum freeze fora do horário de vendas.',
    }),
    finding(
      invalid.length === 0,
      'Todos os índices são válidos.',
      { text: `Índices inválidos: ${invalid.join(', ')}.`, advice: 'reindex index concurrently <nome>' },
      'warning',
    ),
  ];
}
