/** Enqueues jobs in the transaction of the change that causes them (transactional outbox). */
import { type Kysely, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { DB } from '@mare/database/schema.ts';
import type { JobType } from './define-job.ts';
import { toQueued } from './queued-payload.ts';

/** Maximum payloads per job of a batch handler. */
export const BATCH = 200;

export interface Jobs {
  /**
   * Enqueues inside the caller's transaction. `startAfter` delays; jobs of a higher `priority` (0 by default) are handled
   * first within their queue.
   */
  enqueue<Payload extends object>(
    db: Kysely<DB> | Transaction<DB>,
    job: JobType<Payload>,
    payload: NoInfer<Payload>,
    options?: { startAfter?: Date; priority?: number },
  ): Promise<void>;
  /** Enqueues many jobs of one queue in one statement, inside the caller's transaction. */
  enqueueMany<Payload extends object>(
    db: Kysely<DB> | Transaction<DB>,
    job: JobType<Payload>,
    payloads: readonly NoInfer<Payload>[],
    options?: { priority?: number },
  ): Promise<void>;
  /** Enqueues many jobs of one queue in one statement, in the transaction of a plain connection. */
  enqueueAll<Payload extends object>(
    client: pg.ClientBase,
    job: JobType<Payload>,
    payloads: readonly NoInfer<Payload>[],
  ): Promise<void>;
}

/**
 * Queue of the jobs with many payloads, separate from jobs with one payload: during a deployment, processes of the
 * previous version share the queues and only handle the latter.
 */
export const packedQueue = (name: string) => `${name}-packed`;

function pack(payloads: object[]): object[] {
  return Array.from({ length: Math.ceil(payloads.length / BATCH) }, (_, at) => ({
    payloads: payloads.slice(at * BATCH, (at + 1) * BATCH),
  }));
}

export function createJobs(boss: Pick<PgBoss, 'send' | 'insert'>): Jobs {
  return {
    async enqueue(db, { name }, payload, options = {}) {
      await boss.send(name, toQueued(payload), {
        ...options,
        db: { executeSql: (text, values) => runIn(db, text, values) },
      });
    },
    async enqueueMany(db, { name, isBatch }, payloads, options = {}) {
      if (payloads.length === 0) return;
      const queued = payloads.map(toQueued);
      const isPacked = isBatch && queued.length > 1;
      await boss.insert(
        isPacked ? packedQueue(name) : name,
        (isPacked ? pack(queued) : queued).map((data) => ({ data, ...options })),
        { db: { executeSql: (text, values) => runIn(db, text, values) } },
      );
    },
    async enqueueAll(client, { name }, payloads) {
      const jobs = payloads.map((payload) => ({ data: toQueued(payload) }));
      const executeSql = (text: string, values: unknown[] = []) =>
        client.query<Record<string, unknown>>({ name: `enqueue-${name}`, text, values });
      await boss.insert(name, jobs, { db: { executeSql } });
    },
  };
}

async function runIn(db: Kysely<DB>, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const parts = text.split(/\$(\d+)/);
  const chunks = parts.filter((_, index) => index % 2 === 0);
  const bound = parts.filter((_, index) => index % 2 === 1).map((number) => values[Number(number) - 1]);
  const strings = Object.assign([...chunks], { raw: chunks }) as unknown as TemplateStringsArray;
  // Connection without Kysely plugins, because pg-boss reads its own column names.
  const { rows } = await sql(strings, ...bound).execute(db.withoutPlugins());
  return { rows };
}
