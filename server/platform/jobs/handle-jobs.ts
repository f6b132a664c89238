/** Runs the handlers of queued jobs, each with its log scope and span. */
import { inLogScope, type Log } from '../log/log.ts';
import { inSpan } from '../log/tracing.ts';

interface Handler<Deps> {
  name: string;
  handle: (deps: Deps, payload: never) => Promise<void>;
  /** See `defineBatchJob`. */
  handleMany?: (deps: Deps, payloads: never[]) => Promise<void>;
}

export interface QueuedJob {
  id: string;
  data: never;
}

export interface FailedJob {
  id: string;
  output: { name: string; message: string; stack?: string };
}

/** @returns the failed jobs */
export async function handleJobs<Deps>(
  deps: Deps,
  job: Handler<Deps>,
  batch: QueuedJob[],
  log: Log,
): Promise<FailedJob[]> {
  if (job.handleMany && batch.length > 1) {
    const payloads = batch.map(({ data }) => data);
    if (await handleTogether(deps, job, payloads, log)) return [];
    const failures: FailedJob[] = [];
    for (const one of batch) failures.push(...(await handleOne(deps, job, one, log)));
    return failures;
  }
  const handled = await Promise.all(batch.map((one) => handleOne(deps, job, one, log)));
  return handled.flat();
}

/**
 * Handles jobs with many payloads each. If one fails, each of its payloads becomes a separate job, so that a failing
 * payload delays only itself.
 * @returns failed jobs that could not be split
 */
export async function handlePackedJobs<Deps>(
  deps: Deps,
  job: Handler<Deps>,
  batch: QueuedJob[],
  log: Log,
  enqueueEach: (payloads: never[]) => Promise<unknown>,
): Promise<FailedJob[]> {
  const failures: FailedJob[] = [];
  for (const { id, data } of batch) {
    const { payloads } = data as { payloads: never[] };
    if (await handleTogether(deps, job, payloads, log)) continue;
    await enqueueEach(payloads).catch((error: unknown) => failures.push(failed(id, error)));
  }
  return failures;
}

/** @returns whether the split succeeded */
export async function handleTogether<Deps>(
  deps: Deps,
  job: Handler<Deps>,
  payloads: never[],
  log: Log,
): Promise<boolean> {
  try {
    await inLogScope({ job: job.name }, () =>
      inSpan(job.name, 'consumer', () => job.handleMany!(deps, payloads)),
    );
    return true;
  } catch (error) {
    log.warn(
      { err: error, job: job.name, jobs: payloads.length },
      'batch failed: its jobs are handled one by one',
    );
    return false;
  }
}

/** @returns the job if it failed */
async function handleOne<Deps>(
  deps: Deps,
  job: Handler<Deps>,
  { id, data }: QueuedJob,
  log: Log,
): Promise<FailedJob[]> {
  try {
    await inLogScope({ job: job.name, jobId: id }, () =>
      inSpan(job.name, 'consumer', () => job.handle(deps, data)),
    );
    return [];
  } catch (error) {
    log.error({ err: error, job: job.name, jobId: id }, 'job failed');
    return [failed(id, error)];
  }
}

function failed(id: string, error: unknown): FailedJob {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { id, output: { name, message, stack } };
}
