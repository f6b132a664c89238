import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeOrder } from '../../payments/attempts/ending/close-order.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { closeDueRifas, closeSoldOutJob } from '../../rifas/closing/close-rifas.job.ts';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../draws.testing.ts';
import { freezeList } from './freeze-list.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';
import { freezeListJob } from './freeze-list.job.ts';
import { readFrozenText } from './frozen-list.testing.ts';
import { readList } from './read-list.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

const findList = (rifaId: string) =>
  bed.db.selectFrom('drawLists').selectAll().where('rifaId', '=', rifaId).executeTakeFirst();

const readText = (rifaId: string) => readFrozenText(bed.db, rifaId);

describe('end of sales', () => {
  test('closes an hour before the draw', async () => {
    const rifaId = await bed.rifa(100);
    const drawDate = new Date(bed.clock.now().getTime() + 3_601_000);
    await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
    await closeDueRifas(bed.platform);
    expect(await bed.statusOf(rifaId)).toBe('active');
    await bed.db
      .updateTable('rifas')
      .set({ drawDate: new Date(drawDate.getTime() - 2_000) })
      .where('id', '=', rifaId)
      .execute();
    await closeDueRifas(bed.platform);
    expect(await bed.statusOf(rifaId)).toBe('closed');
    expect(await bed.countEnqueued(freezeListJob, rifaId)).toBeGreaterThan(0);
  });

  test('closes with the last cota', async () => {
    const rifaId = await bed.rifa(10);
    const allButLast = await bed.sell(rifaId, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await closeSoldOutJob.handle(bed.platform, { orderId: allButLast.orderId });
    expect(await bed.statusOf(rifaId)).toBe('active');
    const last = await bed.sell(rifaId, [10]);
    await closeSoldOutJob.handle(bed.platform, { orderId: last.orderId });
    expect(await bed.statusOf(rifaId)).toBe('closed');
  });

  test('closes once under concurrent calls', async () => {
    const rifaId = await bed.rifa(10);
    const outcomes = await Promise.all([1, 2, 3].map(() => closeRifa(bed.platform, rifaId, 'due')));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await bed.countEnqueued(freezeListJob, rifaId)).toBe(1);
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
    const text = await readText(rifaId);
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
    const list = await findList(rifaId);
    expect(list).toMatchObject({ soldNumbers: 4, excludedNumbers: 0, bytes: Buffer.byteLength(text) });
    expect(list!.listHash).toBe(createHash('sha256').update(text).digest('hex'));
    expect((await readList(bed.db, rifaId)).root).toBe(list!.merkleRoot);
    expect(text).not.toContain(maria.userId);
  });

  test('marks the cotas that were sold manually, and logs their count', async () => {
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
    const lines = (await readText(rifaId)).split('\n');
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
    const [first, second] = [await bed.rifa(10), await bed.rifa(10)];
    const { userId } = await bed.sell(first, [1]);
    await bed.sell(second, [1], { buyer: userId });
    await bed.freeze(first);
    await bed.freeze(second);
    const readTag = async (rifaId: string) => (await readList(bed.db, rifaId)).tagAt(0);
    expect(await readTag(first)).not.toBe(await readTag(second));
  });

  test('waits for pending orders until they are paid or expire', async () => {
    const rifaId = await bed.rifa(10);
    const paying = await bed.sell(rifaId, [1], { paid: false });
    const unpaid = await bed.sell(rifaId, [2], { paid: false });
    expect(await bed.freeze(rifaId)).toEqual({ ok: false, code: 'PENDING_ORDERS' });
    await freezeListJob.handle(bed.platform, { rifaId });
    expect(await bed.countEnqueued(freezeListJob, rifaId)).toBe(2);
    await bed.db.transaction().execute((trx) => settleOrder(trx, paying.orderId, bed.clock.now()));
    expect(await freezeList(bed.platform, rifaId)).toEqual({ ok: false, code: 'PENDING_ORDERS' });
    await closeOrder(bed.payments, unpaid.orderId);
    await freezeListJob.handle(bed.platform, { rifaId });
    expect(await findList(rifaId)).toMatchObject({ soldNumbers: 1 });
  });

  test('has one waiting job, and a new one an hour after that was lost or failed', async () => {
    const rifaId = await bed.rifa(10);
    await bed.sell(rifaId, [1], { paid: false });
    await closeRifa(bed.platform, rifaId, 'due');
    for (let minute = 0; minute < 3; minute++) await closeDueRifas(bed.platform);
    expect(await bed.countEnqueued(freezeListJob, rifaId)).toBe(1);
    const changeJobs = (statement: string) =>
      bed.pool.query(`${statement} where data->>'rifaId' = $1`, [rifaId]);
    await changeJobs(`update pgboss.job set state = 'failed', completed_on = now()`);
    await closeDueRifas(bed.platform);
    expect(await bed.countEnqueued(freezeListJob, rifaId)).toBe(1);
    await changeJobs(`update pgboss.job set completed_on = now() - interval '61 minutes'`);
    await closeDueRifas(bed.platform);
    expect(await bed.countEnqueued(freezeListJob, rifaId)).toBe(2);
    await changeJobs('delete from pgboss.job');
    await closeDueRifas(bed.platform);
    expect(await bed.countEnqueued(freezeListJob, rifaId)).toBe(1);
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

  test('is not written while sales are open or if counters do not match orders', async () => {
    const rifaId = await bed.rifa(10);
    await bed.sell(rifaId, [5]);
    expect(await freezeList(bed.platform, rifaId)).toEqual({ ok: false, code: 'NOT_CLOSED' });
    await bed.db.updateTable('rifaCounters').set({ sold: 3 }).where('rifaId', '=', rifaId).execute();
    await closeRifa(bed.platform, rifaId, 'due');
    await expect(freezeList(bed.platform, rifaId)).rejects.toThrow('counted as sold');
  });
});

test('puts a sale concurrent with the closing on the list or rejects it', async () => {
  const rifaId = await bed.rifa(100);
  const sales = Array.from({ length: 30 }, (_, index) =>
    bed.sell(rifaId, [index + 1]).then(
      () => 1,
      () => 0,
    ),
  );
  await closeRifa(bed.platform, rifaId, 'due');
  const frozen = await freezeList(bed.platform, rifaId);
  const sold = (await Promise.all(sales)).reduce<number>((sum, cotas) => sum + cotas, 0);
  const final = frozen.ok ? frozen : await freezeList(bed.platform, rifaId);
  expect(final).toEqual({ ok: true, soldNumbers: sold });
});

test('waits for a batch of orders that saw the rifa open', async () => {
  const rifaId = await bed.rifa(100);
  const holder = await bed.pool.connect();
  const started: Promise<unknown>[] = [];
  let frozen: ReturnType<typeof freezeList>;
  try {
    await holder.query('begin');
    await holder.query('select from number_pages where rifa_id = $1 for update', [rifaId]);
    started.push(bed.sell(rifaId, [7], { paid: false }));
    await untilBlocked(bed.pool);
    expect(await closeRifa(bed.platform, rifaId, 'due')).toMatchObject({ ok: true });
    started.push((frozen = freezeList(bed.platform, rifaId)));
    // The batch waits for the pages, and the freeze for the batch.
    await untilBlocked(bed.pool, 2);
  } finally {
    await holder.query('rollback');
    holder.release();
    await Promise.allSettled(started);
  }
  expect(await frozen).toEqual({ ok: false, code: 'PENDING_ORDERS' });
});

test('the terms of the draw are immutable once the rifa is published', async () => {
  const rifaId = await bed.rifa(10);
  const change = bed.db
    .updateTable('rifas')
    .set({ drawFallback: 'next_extraction' })
    .where('id', '=', rifaId);
  await expect(change.execute()).rejects.toThrow('fixed once a rifa is published');
});

test('sells another rifa to the same buyers while a list is frozen', async () => {
  const [frozen, onSale] = [await bed.rifa(10), await bed.rifa(10)];
  const { userId: buyer } = await bed.sell(frozen, [1]);
  await closeRifa(bed.platform, frozen, 'due');
  const sold: string[] = [];
  const { jobs } = bed.platform;
  const platform = {
    ...bed.platform,
    jobs: Object.create(jobs, {
      enqueue: {
        // The last step of the transaction, which holds all its locks.
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
