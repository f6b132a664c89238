/** Findings of `ops doctor` on background jobs, worded as in the panel. */
import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import { isKnownJob, jobLabel } from '@mare/domain/admin/jobs/job-labels.ts';
import { formatDuration } from '@mare/domain/time/duration.ts';
import { isWorkerDown } from '@mare/domain/admin/jobs/worker-down.ts';
import { parkedByQueue } from '../../platform/jobs/parked-jobs.ts';
import { secondsSinceWorker } from '../../platform/jobs/seconds-since-worker.ts';
import { finding, type Finding } from '../findings.ts';

const OLD_JOB_SECONDS = 120;

/** As the alert NoWorker: also while nothing is late yet. */
export async function checkWorker(db: Database): Promise<Finding> {
  const seconds = await secondsSinceWorker(db);
  return finding(!isWorkerDown(seconds), 'Um processo com ROLE=worker está no ar.', {
    text: `Nenhum processo com ROLE=worker está no ar: o último trabalhou há ${formatDuration(seconds)}.`,
    advice: 'Inicie um; se há um no ar, o log dele diz por que não lê o banco.',
  });
}

export async function checkJobs(db: Database): Promise<Finding[]> {
  const { rows } = await sql<{ name: string; waiting: number; seconds: number }>`
    select name, count(*)::integer as waiting,
      extract(epoch from now() - min(start_after))::double precision as seconds
    from pgboss.job where state < 'active' and not blocked and start_after <= now()
    group by name order by name`.execute(db);
  const overdue = rows.filter(({ seconds }) => seconds > OLD_JOB_SECONDS);
  const { rows: parked } = await sql<{ name: string; failed: number }>`
    select name, failed from (${parkedByQueue}) as parked order by name`.execute(db);
  return [
    ...overdue.map(({ name, waiting, seconds }): Finding => ({
      level: 'error',
      text: `Tarefas que esperam: ${waiting} de ${describe(name)}, a mais antiga há ${formatDuration(seconds)}. Até lá: ${jobLabel(name).effect}`,
      advice: isKnownJob(name)
        ? 'Confira os processos com ROLE=worker e o serviço de que a tarefa precisa (e-mail, push, WhatsApp).'
        : 'Um processo da versão anterior ainda a executaria; sem ele, ninguém a faz.',
    })),
    ...parked.map(({ name, failed }): Finding => ({
      level: 'warning',
      text: `Tarefas paradas depois de todas as tentativas: ${failed} de ${describe(name)}. ${jobLabel(name).effect}`,
      advice: adviceOnParked(name),
    })),
    ...(overdue.length + parked.length === 0 ? [{ level: 'ok' as const, text: 'As filas andam.' }] : []),
  ];
}

/** The name in logs and metrics is in parentheses. */
function describe(queue: string): string {
  return `“${jobLabel(queue).title}” (fila ${queue})`;
}

function adviceOnParked(queue: string): string {
  const { retryNote } = jobLabel(queue);
  if (!isKnownJob(queue)) return `${retryNote} Descarte em Mensagens › Tarefas paradas.`;
  return [
    'Leia o erro em Mensagens › Tarefas paradas.',
    ...(retryNote ? [retryNote] : []),
    `Com a causa resolvida: npm run ops -- retry-jobs ${queue}`,
  ].join(' ');
}
