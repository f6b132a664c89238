/** After an order's event each effect becomes its own job, in one transaction, so that a failed one is retried alone. */
import { type Job, type JobType, onEvents } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendOrderMailJob } from '../mails/send-order-mail.job.ts';
import { notifyOrderJob } from '../notify-order.job.ts';
import { type OrderEvent, type OrderEventKind, orderEvents } from './order-events.ts';

/** What asks for a payment, whose deadline runs, comes before confirmations, and these before the rest. */
const PRIORITIES: Partial<Record<OrderEventKind, number>> = { created: 20, paid: 10 };

/** Jobs to enqueue after each event, with the event's payload and kind. */
export type OrderEffects = {
  [Kind in OrderEventKind]?: JobType<OrderEvent & { kind: Kind }>[];
};

type Deps = Pick<Platform, 'db' | 'jobs'>;

/** @param effects of other features, e.g. commissions after `paid` */
export function onOrderEvents(...effects: OrderEffects[]): Job<OrderEvent, Deps>[] {
  return Object.keys(orderEvents).map((kind) => onOrderEvent(kind as OrderEventKind, effects));
}

function onOrderEvent(kind: OrderEventKind, effects: OrderEffects[]): Job<OrderEvent, Deps> {
  // Each takes this kind; the type of their union does not say so.
  const jobTypes = effects.flatMap((more): JobType<never>[] => more[kind] ?? []) as JobType<
    OrderEvent & { kind: OrderEventKind }
  >[];
  return onEvents(orderEvents[kind], ({ db, jobs }: Deps, events) =>
    db.transaction().execute(async (trx) => {
      for (const type of [sendOrderMailJob, notifyOrderJob, ...jobTypes])
        await jobs.enqueueMany(
          trx,
          type,
          events.map((event) => ({ ...event, kind })),
          { priority: PRIORITIES[kind] ?? 0 },
        );
    }),
  );
}
