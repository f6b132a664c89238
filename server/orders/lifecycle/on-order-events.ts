/**
 * Carries out what follows an order's event: one job an event, or for a batch of them. An effect that fails becomes jobs of
 * its own, so that it is retried alone and holds up no other. A crash repeats all of them: effects are idempotent.
 */
import { handleTogether } from '../../platform/jobs/handle-jobs.ts';
import { type Job, onEvents } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendOrderMailJob } from '../mails/send-order-mail.job.ts';
import { notifyOrderJob } from '../notify-order.job.ts';
import { type OrderEvent, type OrderEventKind, orderEvents } from './order-events.ts';

/** Priorities of retried effects: requests to pay first, because their deadline runs, then confirmations. */
const PRIORITIES: Partial<Record<OrderEventKind, number>> = { created: 20, paid: 10 };

/** Jobs to do after each event, with the event's payload and kind. */
export type OrderEffects = {
  [Kind in OrderEventKind]?: Job<OrderEvent & { kind: Kind }, Platform>[];
};

type AnyEffect = Job<OrderEvent & { kind: OrderEventKind }, Platform>;

/** @param effects of other features, e.g. commissions after `paid` */
export function onOrderEvents(...effects: OrderEffects[]): Job<OrderEvent, Platform>[] {
  return Object.keys(orderEvents).map((kind) => onOrderEvent(kind as OrderEventKind, effects));
}

function onOrderEvent(kind: OrderEventKind, effects: OrderEffects[]): Job<OrderEvent, Platform> {
  // Each takes this kind; the type of their union does not say so.
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
