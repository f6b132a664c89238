import { randomUUID } from 'node:crypto';
import { call, ORPCError, os } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { apiErrors } from '@mare/contract/errors.ts';
import { systemClock } from '../../clock.ts';
import type { Platform } from '../../platform.ts';
import type { RequestContext } from '../api.ts';
import { testContext } from '../api.testing.ts';
import { once } from './once.ts';

interface Order {
  text: string;
  /** How the handler ends. */
  outcome?: 'made' | 'rejected' | 'failed' | 'unavailable';
  /** Awaited before the handler ends. */
  until?: Promise<unknown>;
}

const created: string[] = [];
const make = os
  .$context<RequestContext>()
  .errors({ NOT_FOUND: apiErrors.NOT_FOUND })
  .use(once)
  .handler(async ({ input, errors }) => {
    const { text, outcome, until } = input as Order;
    created.push(text);
    await until;
    if (outcome === 'rejected') throw errors.NOT_FOUND();
    if (outcome === 'failed') throw new Error('connection lost');
    if (outcome === 'unavailable') throw new ORPCError('SERVICE_UNAVAILABLE');
    return { number: created.length };
  });

let database: TestDatabase;
let platform: Platform;
beforeAll(async () => {
  database = await createTestDatabase();
  platform = { db: database.db, clock: systemClock } as unknown as Platform;
});
afterAll(() => database.drop());
beforeEach(() => {
  created.length = 0;
});

const send = (order: Order, idempotencyKey: string | null) =>
  call(make, order as never, { context: { ...testContext(platform), idempotencyKey } });

test('answers a repeated request with the output of the first', async () => {
  const key = randomUUID();
  expect(await send({ text: 'Cadê?' }, key)).toEqual({ number: 1 });
  expect(await send({ text: 'Cadê?' }, key)).toEqual({ number: 1 });
  expect(await send({ text: 'Cadê?' }, randomUUID())).toEqual({ number: 2 });
  expect(await send({ text: 'Cadê?' }, null)).toEqual({ number: 3 });
  expect(await send({ text: 'Cadê?' }, 'not a UUID')).toEqual({ number: 4 });
});

test('makes one of ten concurrent requests with the same key', async () => {
  const key = randomUUID();
  const outputs = await Promise.all(Array.from({ length: 10 }, () => send({ text: 'Cadê?' }, key)));
  expect(outputs).toEqual(outputs.map(() => ({ number: 1 })));
  expect(created).toHaveLength(1);
});

test('a rejected request leaves its key free', async () => {
  const key = randomUUID();
  await expect(send({ text: 'Cadê?', outcome: 'rejected' }, key)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await send({ text: 'Cadê?' }, key)).toEqual({ number: 2 });
});

test('a request that waits runs once the first is rejected', async () => {
  const key = randomUUID();
  const { promise: until, resolve: end } = Promise.withResolvers<void>();
  const first = send({ text: 'Cadê?', outcome: 'rejected', until }, key);
  await expect.poll(() => created.length).toBe(1);
  const second = send({ text: 'Cadê?' }, key);
  end();
  await expect(first).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await second).toEqual({ number: 2 });
});

test.each(['failed', 'unavailable'] as const)(
  'does not repeat a request that %s half-way',
  async (outcome) => {
    const key = randomUUID();
    const order = { text: 'Cadê?', outcome };
    await expect(send(order, key)).rejects.toThrow(/connection lost|Service Unavailable/);
    const { endedAt } = await database.db
      .selectFrom('idempotencyKeys')
      .select('endedAt')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    // A repeated request does not wait for it.
    expect(endedAt).not.toBeNull();
    await expect(send(order, key)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(created).toHaveLength(1);
  },
);

test('does not answer another request, caller or procedure with an output', async () => {
  const key = randomUUID();
  await send({ text: 'Cadê?' }, key);
  await expect(send({ text: 'Outra' }, key)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  const stranger = { ...testContext(platform, {}), idempotencyKey: key };
  await expect(call(make, { text: 'Cadê?' }, { context: stranger })).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
  });
  const otherProcedure = {
    context: { ...testContext(platform), idempotencyKey: key },
    path: ['tickets', 'reply'],
  };
  await expect(call(make, { text: 'Cadê?' }, otherProcedure)).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
  });
  expect(created).toHaveLength(1);
});
