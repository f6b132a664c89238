import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { revealSeed } from '../instant/hiding/reveal-seed.ts';
import { recordDrawNews } from '../news/record-draw-news.ts';
import { readSoldCotas, type SoldCotas } from './read-sold-cotas.ts';
import { writeList } from './write-list.ts';

export type FreezeResult =
  | { ok: true; soldNumbers: number }
  | { ok: false; code: 'NOT_CLOSED' | 'ALREADY_FROZEN' | 'PENDING_ORDERS' };

/**
 * Freezes the list of sold numbers of a closed rifa, in one transaction. The lock waits for payments and order
 * batches that began before the rifa was closed; none can begin afterwards. So the list is final once no order is
 * pending and no stand holds numbers. The long transaction locks no other rifa.
 */
export function freezeList(platform: Platform, rifaId: string): Promise<FreezeResult> {
  const { db, clock, random } = platform;
  return db.transaction().execute(async (trx) => {
    const rifa = await trx
      .selectFrom('rifas')
      .select(['id', 'title', 'status', 'totalNumbers'])
      .where('id', '=', rifaId)
      .forUpdate()
      .executeTakeFirst();
    if (rifa?.status !== 'closed') return { ok: false, code: 'NOT_CLOSED' };
    if (await isFrozen(trx, rifaId)) return { ok: false, code: 'ALREADY_FROZEN' };
    if (
      (await hasPendingOrders(trx, rifaId)) ||
      (await hasOpen(trx, 'groupPurchases', rifaId)) ||
      (await hasOpen(trx, 'standAllotments', rifaId))
    )
      return { ok: false, code: 'PENDING_ORDERS' };
    const cotas = await readSoldCotas(trx, rifaId, rifa.totalNumbers);
    await compareWithCounters(trx, rifaId, cotas);
    const tagKey = random.bytes(32);
    const list = await writeList(trx, rifa, cotas, tagKey);
    const now = clock.now();
    await trx
      .insertInto('drawLists')
      .values({
        ...list,
        rifaId,
        totalNumbers: rifa.totalNumbers,
        soldNumbers: cotas.sold,
        excludedNumbers: cotas.excluded,
        manualNumbers: cotas.soldManually.listed,
        frozenAt: now,
      })
      .execute();
    if (cotas.exclusions.length > 0)
      // Passed as one JSON value: a list may have more exclusions than a statement allows parameters.
      await sql`
        insert into draw_list_exclusions (rifa_id, order_id, line_no, reason, numbers)
        select ${rifaId}::uuid, "orderId", "lineNo", reason, numbers
        from jsonb_to_recordset(${JSON.stringify(cotas.exclusions)}::jsonb)
          as line ("orderId" uuid, "lineNo" integer, reason text, numbers integer[])`.execute(trx);
    await trx.insertInto('drawListSecrets').values({ rifaId, tagKey }).execute();
    // The last recorded count, which has to agree with the marks of the list.
    await recordEntry(trx, {
      kind: 'count',
      at: now.toISOString(),
      rifaId,
      soldNumbers: cotas.sold + cotas.excluded,
      soldManually: cotas.soldManually.all,
    });
    await recordEntry(trx, {
      kind: 'frozen',
      at: now.toISOString(),
      rifaId,
      totalNumbers: rifa.totalNumbers,
      soldNumbers: cotas.sold,
      excludedNumbers: cotas.excluded,
      listHash: list.listHash,
      merkleRoot: list.merkleRoot,
    });
    await revealSeed(trx, rifaId, now);
    await recordActivity(trx, platform, {
      userId: null,
      action: 'freeze-list',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Lista de “${rifa.title}” congelada com ${cotas.sold} ${cotas.sold === 1 ? 'cota' : 'cotas'}.`,
      details: { ...list, soldNumbers: cotas.sold, excludedNumbers: cotas.excluded },
    });
    await recordDrawNews(trx, platform, rifaId, {
      kind: 'frozen',
      soldNumbers: cotas.sold,
      listHash: list.listHash,
    });
    return { ok: true, soldNumbers: cotas.sold };
  });
}

async function isFrozen(trx: Transaction<DB>, rifaId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('drawLists')
    .select('rifaId')
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  return row !== undefined;
}

async function hasPendingOrders(trx: Transaction<DB>, rifaId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select('orders.id')
    .where('orderItems.rifaId', '=', rifaId)
    .where('orders.status', '=', 'pending')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Open group purchases hold numbers for their free parts, open stands for sales that were not sent yet. */
async function hasOpen(
  trx: Transaction<DB>,
  table: 'groupPurchases' | 'standAllotments',
  rifaId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom(table)
    .select('id')
    .where('rifaId', '=', rifaId)
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws when counters do not match orders, so that a wrong list is never published */
async function compareWithCounters(trx: Transaction<DB>, rifaId: string, cotas: SoldCotas): Promise<void> {
  const { rows } = await sql<{ sold: number }>`
    select coalesce(sum(sold), 0)::integer as sold from rifa_counters where rifa_id = ${rifaId}`.execute(trx);
  const counted = rows[0]!.sold;
  if (counted !== cotas.sold + cotas.excluded)
    throw new Error(
      `rifa ${rifaId}: ${counted} cotas counted as sold, ${cotas.sold + cotas.excluded} in orders`,
    );
}
