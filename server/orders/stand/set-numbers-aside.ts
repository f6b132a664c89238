import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { allotmentRoom, allotmentTimes } from '@mare/domain/orders/stand-allotment.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { readPurchaseTiers } from '../../settings/read-purchase-tiers.ts';
import { readStandRules } from '../../settings/read-stand-rules.ts';
import { recount } from '../numbers/order-numbers.queries.ts';
import { takeAnyNumbers } from '../numbers/take-any-numbers.ts';
import { type Allotment, findAllotment } from './find-allotments.ts';
import { findRifaAtStand } from './rifa-at-stand.queries.ts';

export interface NewAllotment {
  /** Idempotency key. */
  id: string;
  rifaId: string;
  /** Secret of the phone. */
  sendKey: string;
  quantity: number;
  hours: number;
}

export type SetNumbersAsideResult =
  | { ok: true; allotment: Allotment }
  | { ok: false; code: 'RIFA_NOT_ACTIVE'; rifaId: string }
  | { ok: false; code: 'ALLOTMENT_TOO_LARGE'; room: number }
  | { ok: false; code: 'SALES_END_SOON' | 'KEY_REUSED' | 'BUSY' };

/** Reserves numbers for a stand without a network, within the shop's limit. Idempotent by its id. */
export async function setNumbersAside(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  { id, rifaId, sendKey, quantity, hours }: NewAllotment,
): Promise<SetNumbersAsideResult> {
  const { db, clock } = platform;
  const now = clock.now();
  const [{ maxNumbers: limit }, shopPlans] = await Promise.all([readStandRules(db), readPurchaseTiers(db)]);
  return inTransaction(db, async (trx): Promise<SetNumbersAsideResult> => {
    // Serialized per seller, so that two requests never exceed the limit together.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`stand:${by.userId}`}, 11))`.execute(trx);
    const stored = await findAllotment(trx, id);
    if (stored)
      return stored.sellerId === by.userId && isSendKey(stored, sendKey)
        ? { ok: true, allotment: stored }
        : { ok: false, code: 'KEY_REUSED' };
    const rifa = await findRifaAtStand(trx, { rifaId, sellerId: by.userId, now, lock: true });
    if (!rifa) return { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId };
    const times = allotmentTimes(now, hours, rifa.salesEndAt);
    if (!times) return { ok: false, code: 'SALES_END_SOON' };
    const room = allotmentRoom({ limit, held: rifa.held, free: rifa.free });
    if (quantity > room) return { ok: false, code: 'ALLOTMENT_TOO_LARGE', room };
    const numbers = await takeAnyNumbers(trx, rifaId, quantity);
    if (!numbers) return { ok: false, code: 'BUSY' };
    const terms = { ...rifa.terms, plans: rifa.terms.plans ?? shopPlans };
    const allotment = { id, rifaId, numbers, unsold: numbers, ...times, createdAt: now };
    const sendKeyHash = hashSendKey(sendKey);
    const added = await trx
      .insertInto('standAllotments')
      .values({ ...allotment, sellerId: by.userId, sendKeyHash, terms: JSON.stringify(terms) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // A concurrent seller used the same id. The error rolls the numbers back.
    if (!added) throw new Error(`allotment ${id} exists`);
    await recordActivity(trx, platform, {
      ...by,
      action: 'set-numbers-aside',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Reservou ${quantity} ${quantity === 1 ? 'número' : 'números'} de “${terms.title}” para vender sem internet.`,
      details: { allotment: id, quantity, endsAt: times.endsAt },
    });
    await recount(trx, [{ rifaId, numbers }], 'cancelled', 'pending');
    return {
      ok: true,
      allotment: {
        ...allotment,
        sellerId: by.userId,
        sendKeyHash,
        terms,
        end: null,
        endedAt: null,
        movedTo: null,
        offeredTo: null,
      },
    };
  });
}

/** How many numbers a seller may set aside now; null while the rifa is not on sale. */
export async function readStandRoom(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  sellerId: string,
  rifaId: string,
): Promise<{ room: number; limit: number } | null> {
  const now = clock.now();
  const [{ maxNumbers: limit }, rifa] = await Promise.all([
    readStandRules(db),
    findRifaAtStand(db, { rifaId, sellerId, now }),
  ]);
  if (!rifa) return null;
  const open = allotmentTimes(now, 1, rifa.salesEndAt) !== null;
  return { limit, room: open ? allotmentRoom({ limit, held: rifa.held, free: rifa.free }) : 0 };
}

export function hashSendKey(sendKey: string): Buffer {
  return createHash('sha256').update(sendKey).digest();
}

export function isSendKey({ sendKeyHash }: Pick<Allotment, 'sendKeyHash'>, sendKey: string): boolean {
  return timingSafeEqual(sendKeyHash, hashSendKey(sendKey));
}
