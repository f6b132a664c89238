import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SEND_ATTEMPTS } from '@mare/domain/notifications/outbox.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { outboxRoutes } from './outbox.routes.ts';
import { createOutboxTestbed, type OutboxTestbed } from './outbox-testbed.testing.ts';

let bed: OutboxTestbed;
let admin: string;
beforeAll(async () => {
  bed = await createOutboxTestbed();
  admin = await bed.buyer();
});
afterAll(() => bed.close());
beforeEach(() => bed.clear());

const panel = () =>
  createRouterClient(outboxRoutes, {
    context: testContext(bed.platform, { userId: admin, role: 'admin' }),
  });

test('lists messages by state and recipient, without their text', async () => {
  await bed.queue('listed');
  await bed.queue('other');
  await bed.deliver((mail) => (mail.to.startsWith('other') ? bed.broken() : bed.record(mail)));
  const { rows } = await panel().list({ search: 'Listed@exemplo.com.br' });
  expect(rows).toMatchObject([
    { state: 'sent', recipient: 'l***@exemplo.com.br', topic: 'order', attempts: 1 },
  ]);
  expect((await panel().list({ state: 'waiting' })).rows).toMatchObject([
    { recipient: 'o***@exemplo.com.br', lastError: 'mail server is down' },
  ]);
});

test('resends one or all parked messages', async () => {
  for (const key of ['park-1', 'park-2', 'park-3']) await bed.queue(key);
  await bed.db.updateTable('outbox').set({ state: 'parked', attempts: SEND_ATTEMPTS }).execute();
  const { rows, parked } = await panel().list({ state: 'parked' });
  expect(parked).toBe(3);
  expect(await panel().resend({ id: rows[0]!.id })).toEqual({ resent: 1 });
  await bed.deliver();
  expect(bed.mails).toHaveLength(1);
  expect(await panel().resend({ id: rows[0]!.id })).toEqual({ resent: 0 });
  expect(await panel().resend({ id: null })).toEqual({ resent: 2 });
  await bed.deliver();
  expect(bed.sentTo().toSorted()).toEqual(['park-1', 'park-2', 'park-3']);
  expect((await panel().list({})).parked).toBe(0);
});

test('counts late messages', async () => {
  await bed.queue('old');
  expect((await panel().list({})).late).toBe(0);
  bed.clock.advance(601);
  expect((await panel().list({})).late).toBe(1);
});
