import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { defineBatchJob, defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendOrderMailJob } from '../mails/send-order-mail.job.ts';
import { notifyOrderJob } from '../news/notify-order.job.ts';
import { onOrderEvents } from './on-order-events.ts';
import { type OrderEvent, orderEvents } from './order-events.ts';

let bed: PaymentsTestbed;
let failing: string | null;
const done: string[] = [];

const count = (name: string) =>
  defineBatchJob(name, {}, async (_: Platform, events: OrderEvent[]) => {
    if (events.some(({ orderId }) => orderId === failing)) throw new Error(`${name} failed`);
    done.push(...events.map(({ orderId }) => `${name} ${orderId}`));
  });
const [first, second] = [count('first-effect'), count('second-effect')];
const single = defineJob<Platform, OrderEvent>('single-effect', {}, async () => undefined);

beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([first, second, single, sendOrderMailJob, notifyOrderJob]);
});
afterAll(() => bed.close());
beforeEach(() => {
  failing = null;
  done.length = 0;
});

const onPaid = () =>
  onOrderEvents({ paid: [first, second, single] }).find(({ name }) => name === orderEvents.paid.name)!;

/** Pending jobs by queue; a job with many payloads counts once. */
async function queued(): Promise<Record<string, number>> {
  const { rows } = await bed.pool.query<{ name: string; count: number }>(
    `delete from pgboss.job where name like '%-effect%' or name like 'send-order%' or name like 'notify-order%'
     returning name`,
  );
  const byName = Map.groupBy(rows, ({ name }) => name);
  return Object.fromEntries([...byName].map(([name, { length }]) => [name, length]));
}

test('runs the effects of many orders in one job', async () => {
  const orders = [randomUUID(), randomUUID(), randomUUID()];
  await onPaid().handleMany!(
    bed.platform,
    orders.map((orderId) => ({ orderId })),
  );
  expect(done.toSorted()).toEqual(
    orders.flatMap((id) => [`first-effect ${id}`, `second-effect ${id}`]).toSorted(),
  );
  expect(await queued()).toEqual({ 'single-effect': 3 });
});

test('retries only the effect that failed, in a separate job', async () => {
  const [handledId, failingId] = [randomUUID(), randomUUID()];
  failing = failingId;
  await onPaid().handleMany!(bed.platform, [{ orderId: handledId }, { orderId: failingId }]);
  expect(done).toEqual([]);
  expect(await queued()).toEqual({
    'first-effect-packed': 1,
    'second-effect-packed': 1,
    'single-effect': 2,
  });
  await onPaid().handle(bed.platform, { orderId: handledId });
  expect(done).toEqual([`first-effect ${handledId}`, `second-effect ${handledId}`]);
  expect(await queued()).toEqual({ 'single-effect': 1 });
});
