/**
 * Runs the effects of order events, in one job per event or per batch of events. A failed effect becomes separate jobs,
 * so that it is retried alone and does not delay others. After a crash all effects run again: they are idempotent.
 */
import { handleTogether } from '../../platform/jobs/handle-jobs.ts';
import { type Job, onEvents } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendOrderMailJob } from '../mails/send-order-mail.job.ts';
import { notifyOrderJob } from '../news/notify-order.job.ts';
import { type OrderEvent, type OrderEventKind, orderEvents } from './order-events.ts';

/** Priorities of retried effects: payment requests first, because they expire, then confirmations. */
const PRIORITIES: Partial<Record<OrderEventKind, number>> = { created: 20, paid: 10 };

/** Effects by event, called with the event's payload and kind. */
export type OrderEffects = {
  [Kind in OrderEventKind]?: Job<OrderEvent & { kind: Kind }, Platform>[];
};

type AnyEffect = Job<OrderEvent & { kind: OrderEventKind }, Platform>;

/** @param effects of other features, e.g. commissions after `paid` */
export function onOrderEvents(...effects: OrderEffects[]): Job<OrderEvent, Platform>[] {
  return Object.keys(orderEvents).map((kind) => onOrderEvent(kind as OrderEventKind, effects));
}

function onOrderEvent(kind: OrderEventKind, effects: OrderEffects[]): Job<OrderEvent, Platform> {
  // Each effect accepts this kind, but the union type does not express it.
  const others = effects.flatMap((more): Job<never, Platform>[] => more[kind] ?? []);
  const all = [sendOrderMailJob, notifyOrderJob, ...others] as AnyEffect[];
  return onEvents(orderEvents[kind], async (platform: Platform, events) => {
    const payloads = events.map((event) => ({ ...event, kind }));
    for (const effect of all) {
      const isDone =
        effect.handleMany && (await handleTogether(platform, effect, payloads as never[], platform.log));
      if (!isDone)
        await platform.jobs.enqueueMany(platform.db, effect, payloads, { priority: PRIORITIES[kind] ?? 0 });
    }
  });
}
