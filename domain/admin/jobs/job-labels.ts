/** Background jobs as the panel describes them, by the name of their queue. Each job needs a label. */
import type { JobLabel } from './job-label.ts';
import { JOBS_OF_PEOPLE } from './jobs-of-people.ts';
import { JOBS_OF_RIFAS } from './jobs-of-rifas.ts';
import { JOBS_OF_SALES } from './jobs-of-sales.ts';

export const JOB_LABELS = { ...JOBS_OF_SALES, ...JOBS_OF_RIFAS, ...JOBS_OF_PEOPLE };
export type JobName = keyof typeof JOB_LABELS;

/** @param queue also that of jobs with many payloads, or of an older version of the shop */
export function jobLabel(queue: string): JobLabel {
  return (
    findLabel(queue) ?? {
      title: `Tarefa de uma versão anterior (${queue})`,
      effect: 'Esta versão da loja não tem mais esta tarefa.',
      retryNote: 'Nada nesta versão a executa: tentar de novo não resolve.',
    }
  );
}

/** False for a queue of an older version, which has no handler any more. */
export function isKnownJob(queue: string): boolean {
  return findLabel(queue) !== undefined;
}

function findLabel(queue: string): JobLabel | undefined {
  return (JOB_LABELS as Record<string, JobLabel>)[queue.replace(/-packed$/, '')];
}
