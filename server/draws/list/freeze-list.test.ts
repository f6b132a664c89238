import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { readMigrations } from '@mare/database/migrate.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeOrder } from '../../payments/attempts/ending/close-order.ts';
import { listHoldings } from '../../orders/own/list-holdings.ts';
import { readReturnedAndGiven } from '../../orders/own/read-returned-and-given.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { closeDueRifas, closeSoldOutJob } from '../../rifas/closing/close-rifas.job.ts';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../draws.testing.ts';
import { freezeList } from './freeze-list.ts';
import { freezeListJob } from './freeze-list.job.ts';
import { readList, readListText } from './read-list.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

const listOf = (rifaId: string) =>
  bed.db.selectFrom('drawLists').selectAll().where('rifaId', '=', rifaId).executeTakeFirst();

async function textOf(rifaId: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of readListText(bed.db, rifaId)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('sales end', () => {
  test('an hour before the draw', async () => {
    const rifaId = await bed.rifa(100);
    const soon = new Date(bed.clock.now().getTime() + 3_601_000);
    await bed.db.updateTable('rifas').set({ drawDate: soon }).where('id', '=', rifaId).execute();
    await closeDueRifas(bed.platform);
    expect(await bed.statusOf(rifaId)).toBe('active');
    await bed.db
      .updateTable('rifas')
      .set({ drawDate: new Date(soon.getTime() - 2_000) })
      .where('id', '=', rifaId)
      .execute();
    await closeDueRifas(bed.platform);
    expect(await bed.statusOf(rifaId)).toBe('closed');
    expect(await bed.enqueued(freezeListJob, rifaId)).toBeGreaterThan(0);
  });

  test('with the last cota', async () => {
    const rifaId = await bed.rifa(10);
    const most = await bed.sell(rifaId, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await closeSoldOutJob.handle(bed.platform, { orderId: most.orderId });
    expect(await bed.statusOf(rifaId)).toBe('active');
    const last = await bed.sell(rifaId, [10]);
    await closeSoldOutJob.handle(bed.platform, { orderId: last.orderId });
    expect(await bed.statusOf(rifaId)).toBe('closed');
  });

  test('once', async () => {
    const rifaId = await bed.rifa(10);
    const outcomes = await Promise.all([1, 2, 3].map(() => closeRifa(bed.platform, rifaId, 'due')));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await bed.enqueued(freezeListJob, rifaId)).toBe(1);
  });
});

describe('the frozen list', () => {
  // @covers community 2: the sold list is frozen, hashed and sealed before the extraction, and written down
  //   outside where an operator wants it [server/draws/list/freeze-list.ts, server/draws/sealing/seal-draw.ts,
  //   server/draws/anchor/anchor-seals.job.ts]
  test('contains every paid cota with its buyer’s tag and has the stored hash', async () => {
    const rifaId = await bed.rifa(100);
    const maria = await bed.sell(rifaId, [42, 7]);
    await bed.sell(rifaId, [100], { buyer: maria.userId });
    await bed.sell(rifaId, [8]);
    expect(await bed.freeze(rifaId)).toEqual({ ok: true, soldNumbers: 4 });
    const text = await textOf(rifaId);
    const lines = text.split('\n');
    expect(lines.slice(0, 5)).toEqual([
      'mare-da-sorte/lista/2',
      `rifa ${rifaId}`,
      'numeros 100',
      'vendidos 4',
      'a-mao 0',
    ]);
    const tags = new Map(lines.slice(5, -1).map((line) => line.split(' ') as [string, string]));
    expect([...tags.keys()]).toEqual(['0007', '0008', '0042', '0100']);
    expect(tags.get('0007')).toBe(tags.get('0042'));
    expect(tags.get('0007')).toBe(tags.get('0100'));
    expect(tags.get('0007')).not.toBe(tags.get('0008'));
    const list = await listOf(rifaId);
    expect(list).toMatchObject({ soldNumbers: 4, excludedNumbers: 0, bytes: Buffer.byteLength(text) });
    expect(list!.listHash).toBe(createHash('sha256').update(text).digest('hex'));
    expect((await readList(bed.db, rifaId)).root).toBe(list!.merkleRoot);
    expect(text).not.toContain(maria.userId);
  });

  test('marks the cotas that were sold by hand, and logs their count', async () => {
    const rifaId = await bed.rifa(100);
    const { orderId } = await bed.sell(rifaId, [7, 42]);
    await bed.sell(rifaId, [8]);
    await bed.pool.query(
      `insert into provider_payments (provider, payment_id, order_id, state, raw_status, amount, currency,
         provider_updated_at, disposition)
       values ('cash', 'hand-sale', $1, 'approved', 'approved', 2, 'BRL', now(), 'settles')`,
      [orderId],
    );
    await bed.freeze(rifaId);
    const lines = (await textOf(rifaId)).split('\n');
    expect(lines[4]).toBe('a-mao 2');
    expect(lines.slice(5, -1).map((each) => [each.slice(0, 4), each.endsWith(' m')])).toEqual([
      ['0007', true],
      ['0008', false],
      ['0042', true],
    ]);
    expect((await readList(bed.db, rifaId)).header).toMatchObject({ manualNumbers: 2 });
    const { rows } = await bed.pool.query<{ body: Buffer }>(
      `select body from log_queue where subject_id = $1 and kind = 'count' order by id desc limit 1`,
      [rifaId],
    );
    expect(rows[0]!.body.toString()).toMatch(/\nvendidas 3\na-mao 2\n$/);
  });

  test('gives a buyer a different tag in every rifa', async () => {
    const [one, other] = [await bed.rifa(10), await bed.rifa(10)];
    const { userId } = await bed.sell(one, [1]);
    await bed.sell(other, [1], { buyer: userId });
    await bed.freeze(one);
    await bed.freeze(other);
    const tag = async (rifaId: string) => (await readList(bed.db, rifaId)).tagAt(0);
    expect(await tag(one)).not.toBe(await tag(other));
  });

  test('waits for pending orders until they are paid or expire', async () => {
    const rifaId = await bed.rifa(10);
    const paying = await bed.sell(rifaId, [1], { paid: false });
    const leaving = await bed.sell(rifaId, [2], { paid: false });
    expect(await bed.freeze(rifaId)).toEqual({ ok: false, code: 'PENDING_ORDERS' });
    await freezeListJob.handle(bed.platform, { rifaId });
    expect(await bed.enqueued(freezeListJob, rifaId)).toBe(2);
    await bed.db.transaction().execute((trx) => settleOrder(trx, paying.orderId, bed.clock.now()));
    expect(await freezeList(bed.platform, rifaId)).toEqual({ ok: false, code: 'PENDING_ORDERS' });
    await closeOrder(bed.payments, leaving.orderId);
    await freezeListJob.handle(bed.platform, { rifaId });
    expect(await listOf(rifaId)).toMatchObject({ soldNumbers: 1 });
  });

  test('excludes disputed cotas and cotas under full refund', async () => {
    const rifaId = await bed.rifa(10);
    const listed = await bed.sell(rifaId, [1]);
    const disputed = await bed.sell(rifaId, [2]);
    await bed.db
      .updateTable('orders')
      .set({ disputedAt: bed.clock.now() })
      .where('id', '=', disputed.orderId)
      .execute();
    const record = (kind: string, createdAt: Date) =>
      bed.db
        .insertInto('orderEvents')
        .values({ orderId: disputed.orderId, kind, source: 'webhook', createdAt })
        .execute();
    await record('payment_disputed', bed.clock.now());
    await withRefund((await bed.sell(rifaId, [3])).orderId, '2.00');
    await withRefund((await bed.sell(rifaId, [4])).orderId, '1.00');
    expect(await bed.freeze(rifaId)).toEqual({ ok: true, soldNumbers: 2 });
    expect(await listOf(rifaId)).toMatchObject({ soldNumbers: 2, excludedNumbers: 2 });
    expect([...(await textOf(rifaId)).matchAll(/^\d{4}(?= )/gm)].map(([number]) => number)).toEqual([
      '0001',
      '0004',
    ]);
    // The list stays as it is when the bank decides later.
    await record('dispute_closed', new Date(bed.clock.now().getTime() + 1000));
    const leftOut = async (userId: string) =>
      (await listHoldings(bed.platform, [userId], { page: 1 })).holdings.map((holding) => holding.leftOut);
    expect(await leftOut(disputed.userId)).toEqual([1]);
    expect(await leftOut(listed.userId)).toEqual([0]);
  });

  test('tells the buyer which cotas are off it for a refund that was rejected later', async () => {
    const rifaId = await bed.rifa(10);
    const whole = await bed.sell(rifaId, [1]);
    const partly = await bed.sell(rifaId, [2, 3]);
    const given = await bed.sell(rifaId, [5]);
    const listed = await bed.sell(rifaId, [4]);
    await withRefund(whole.orderId, '2.00');
    await withRefund(given.orderId, '2.00');
    await withReturnOf(partly.orderId, rifaId, [3]);
    const recipientId = await bed.buyer();
    await bed.db
      .insertInto('cotaGifts')
      .values({
        id: randomUUID(),
        recipientName: 'Bia',
        createdAt: bed.clock.now(),
        reference: randomUUID(),
        orderId: given.orderId,
        rifaId,
        number: 5,
        giverId: given.userId,
        recipientId,
        claimedAt: bed.clock.now(),
      })
      .execute();
    expect(await bed.freeze(rifaId)).toEqual({ ok: true, soldNumbers: 2 });
    await bed.db
      .updateTable('refunds')
      .set({ state: 'rejected' })
      .where('id', 'in', [whole.orderId, partly.orderId, given.orderId])
      .execute();
    const leftOut = async (userId: string) =>
      (await listHoldings(bed.platform, [userId], { page: 1 })).holdings.map((holding) => [
        holding.leftOut,
        holding.leftOutForRefund,
      ]);
    expect(await leftOut(whole.userId)).toEqual([[1, 1]]);
    expect(await leftOut(partly.userId)).toEqual([[1, 1]]);
    expect(await leftOut(recipientId)).toEqual([[1, 1]]);
    expect(await leftOut(listed.userId)).toEqual([[0, 0]]);
    const onOrder = async ({ orderId }: { orderId: string }) =>
      (await readReturnedAndGiven(bed.db, { id: orderId, status: 'paid' })).leftOut;
    expect(await onOrder(partly)).toMatchObject([{ rifaId, quantity: 2, leftOut: 1, leftOutForRefund: 1 }]);
    expect(await onOrder(listed)).toEqual([]);
  });

  test('has the cotas that it left out found again for lists of before they were stored', async () => {
    const rifaId = await bed.rifa(10);
    const disputed = await bed.sell(rifaId, [1]);
    const whole = await bed.sell(rifaId, [2]);
    const partly = await bed.sell(rifaId, [3, 4]);
    await bed.sell(rifaId, [5]);
    const { orderId } = disputed;
    const before = new Date(bed.clock.now().getTime() - 1000);
    const after = new Date(bed.clock.now().getTime() + 1000);
    await bed.db.updateTable('orders').set({ disputedAt: before }).where('id', '=', orderId).execute();
    await bed.db
      .insertInto('orderEvents')
      .values([
        { orderId, kind: 'payment_disputed', source: 'webhook', createdAt: before },
        { orderId, kind: 'dispute_closed', source: 'webhook', createdAt: after },
      ])
      .execute();
    await withRefund(whole.orderId, '2.00');
    await withReturnOf(partly.orderId, rifaId, [4]);
    const refunds = [whole.orderId, partly.orderId];
    await bed.db.updateTable('refunds').set({ createdAt: before }).where('id', 'in', refunds).execute();
    await bed.db
      .updateTable('returnedCotas')
      .set({ createdAt: before })
      .where('refundId', 'in', refunds)
      .execute();
    await bed.freeze(rifaId);
    const stored = () =>
      bed.db
        .selectFrom('drawListExclusions')
        .selectAll()
        .where('rifaId', '=', rifaId)
        .orderBy('numbers')
        .execute();
    const known = await stored();
    expect(known.map(({ reason, numbers }) => [reason, numbers])).toEqual([
      ['dispute', [1]],
      ['refund', [2]],
      ['refund', [4]],
    ]);
    // Decided after the list closed.
    await bed.db.updateTable('orders').set({ disputedAt: null }).where('id', '=', orderId).execute();
    await bed.db
      .updateTable('refunds')
      .set({ state: 'rejected', updatedAt: after })
      .where('id', 'in', refunds)
      .execute();
    await bed.db.deleteFrom('drawListExclusions').execute();
    const { sql: text } = readMigrations().find(({ name }) => name.startsWith('1055'))!;
    await bed.pool.query(text.slice(text.indexOf('insert into draw_list_exclusions')));
    expect(await stored()).toEqual(known);
  });

  test('keeps cotas whose refund the provider rejected, and leaves out single cotas being refunded', async () => {
    const rifaId = await bed.rifa(10);
    const rejected = await bed.sell(rifaId, [1]);
    const partly = await bed.sell(rifaId, [2, 3]);
    await withRefund(rejected.orderId, '2.00');
    await bed.db
      .updateTable('refunds')
      .set({ state: 'rejected' })
      .where('paymentId', '=', rejected.orderId.slice(0, 8))
      .execute();
    await withReturnOf(partly.orderId, rifaId, [3]);
    expect(await bed.freeze(rifaId)).toEqual({ ok: true, soldNumbers: 2 });
    expect([...(await textOf(rifaId)).matchAll(/^\d{4}(?= )/gm)].map(([number]) => number)).toEqual([
      '0001',
      '0002',
    ]);
  });

  test('is created once under concurrent calls', async () => {
    const rifaId = await bed.rifa(10);
    await bed.sell(rifaId, [5]);
    await closeRifa(bed.platform, rifaId, 'due');
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => freezeList(bed.platform, rifaId)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.code === 'ALREADY_FROZEN')).toHaveLength(3);
  });

  test('never changes', async () => {
    const rifaId = await bed.rifa(10);
    await bed.sell(rifaId, [5]);
    await bed.freeze(rifaId);
    for (const table of ['draw_lists', 'draw_list_chunks']) {
      const id = sql.table(table);
      await expect(sql`delete from ${id} where rifa_id = ${rifaId}`.execute(bed.db)).rejects.toThrow(
        'never changes',
      );
      await expect(
        sql`update ${id} set rifa_id = rifa_id where rifa_id = ${rifaId}`.execute(bed.db),
      ).rejects.toThrow('never changes');
    }
  });

  test('can be empty', async () => {
    const rifaId = await bed.rifa(10);
    expect(await bed.freeze(rifaId)).toEqual({ ok: true, soldNumbers: 0 });
    expect((await readList(bed.db, rifaId)).numbers.count).toBe(0);
  });

  test('is not written while sales are open or when counters do not match orders', async () => {
    const rifaId = await bed.rifa(10);
    await bed.sell(rifaId, [5]);
    expect(await freezeList(bed.platform, rifaId)).toEqual({ ok: false, code: 'NOT_CLOSED' });
    await bed.db.updateTable('rifaCounters').set({ sold: 3 }).where('rifaId', '=', rifaId).execute();
    await closeRifa(bed.platform, rifaId, 'due');
    await expect(freezeList(bed.platform, rifaId)).rejects.toThrow('counted as sold');
  });
});

test('a sale racing with the closing is either on the list or rejected', async () => {
  const rifaId = await bed.rifa(100);
  const sales = Array.from({ length: 30 }, (_, index) =>
    bed.sell(rifaId, [index + 1]).then(
      () => 1,
      () => 0,
    ),
  );
  await closeRifa(bed.platform, rifaId, 'due');
  const frozen = await freezeList(bed.platform, rifaId);
  const sold = (await Promise.all(sales)).reduce<number>((sum, one) => sum + one, 0);
  const final = frozen.ok ? frozen : await freezeList(bed.platform, rifaId);
  expect(final).toEqual({ ok: true, soldNumbers: sold });
});

test('the terms of the draw are immutable once the rifa is published', async () => {
  const rifaId = await bed.rifa(10);
  const change = bed.db
    .updateTable('rifas')
    .set({ drawFallback: 'next_extraction' })
    .where('id', '=', rifaId);
  await expect(change.execute()).rejects.toThrow('fixed once a rifa is published');
});

/** A refund of cotas of the first line, at 1.00 each. */
async function withReturnOf(orderId: string, rifaId: string, numbers: number[]): Promise<void> {
  const amount = `${numbers.length}.00`;
  await withRefund(orderId, amount);
  await bed.db
    .insertInto('returnedCotas')
    .values({ refundId: orderId, orderId, lineNo: 1, rifaId, numbers, value: amount, amount })
    .execute();
}

async function withRefund(orderId: string, amount: string): Promise<void> {
  const paymentId = orderId.slice(0, 8);
  await bed.db
    .insertInto('providerPayments')
    .values({
      provider: 'sandbox',
      paymentId,
      orderId,
      state: 'approved',
      rawStatus: 'approved',
      amount: '2.00',
      currency: 'BRL',
      disposition: 'settles',
      providerUpdatedAt: new Date(),
    })
    .execute();
  await bed.db
    .insertInto('refunds')
    .values({
      id: orderId,
      provider: 'sandbox',
      paymentId,
      amount,
      reason: 'withdrawal',
      idempotencyKey: orderId,
    })
    .execute();
}

test('another rifa sells to the same buyers while a list is being frozen', async () => {
  const [frozen, onSale] = [await bed.rifa(10), await bed.rifa(10)];
  const { userId: buyer } = await bed.sell(frozen, [1]);
  await closeRifa(bed.platform, frozen, 'due');
  const sold: string[] = [];
  const { jobs } = bed.platform;
  const platform = {
    ...bed.platform,
    jobs: Object.create(jobs, {
      enqueue: {
        // The last step of the transaction, with all of its locks.
        async value(...args: Parameters<typeof jobs.enqueue>) {
          await jobs.enqueue(...args);
          sold.push((await bed.sell(onSale, [sold.length + 1], { buyer })).orderId);
        },
      },
    }) as typeof jobs,
  };
  expect(await freezeList(platform, frozen)).toEqual({ ok: true, soldNumbers: 1 });
  const paid = bed.db.selectFrom('orders').select('id').where('id', 'in', sold).where('status', '=', 'paid');
  expect(await paid.execute()).toHaveLength(2);
});
