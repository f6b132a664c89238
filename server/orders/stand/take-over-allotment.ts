import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { can, ROLES } from '@mare/domain/accounts/permissions.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Allotment, findAllotment, lockAllotment } from './find-allotments.ts';
import { hashSendKey, isSendKey } from './set-numbers-aside.ts';

export interface TakeOver {
  /** Idempotency key: the id of the allotment on the new phone. */
  id: string;
  fromId: string;
  /** Secret of the new phone. */
  sendKey: string;
}

export type TakeOverResult =
  | { ok: true; allotment: Allotment }
  /** `ALLOTMENT_GONE`: it ended, is empty, or another phone took it over first. */
  | { ok: false; code: 'NOT_FOUND' | 'ALLOTMENT_GONE' | 'KEY_REUSED' };

/**
 * Moves the unsold numbers of an allotment to another phone, of its seller or of a person an admin chose. They stay
 * reserved throughout, with their prices and their end. Sales that the old phone made before still count while the new
 * one has their numbers (write-stand-order.ts). Idempotent by its id.
 */
export function takeOverAllotment(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  { id, fromId, sendKey }: TakeOver,
): Promise<TakeOverResult> {
  return inTransaction(platform.db, async (trx): Promise<TakeOverResult> => {
    const known = await findAllotment(trx, fromId);
    if (!known || !mayTakeOver(known, by.userId)) return { ok: false, code: 'NOT_FOUND' };
    const from = await lockAllotment(trx, fromId);
    const stored = await findAllotment(trx, id);
    if (stored) {
      const isSame = from.movedTo === id && stored.sellerId === by.userId && isSendKey(stored, sendKey);
      return isSame ? { ok: true, allotment: stored } : { ok: false, code: 'KEY_REUSED' };
    }
    if (!mayTakeOver(from, by.userId)) return { ok: false, code: 'NOT_FOUND' };
    const now = platform.clock.now();
    if (from.end !== null || from.unsold.length === 0 || from.endsAt <= now)
      return { ok: false, code: 'ALLOTMENT_GONE' };
    const allotment = await move(trx, from, {
      id,
      sellerId: by.userId,
      sendKeyHash: hashSendKey(sendKey),
      now,
    });
    await recordActivity(trx, platform, {
      ...by,
      action: 'take-over-stand',
      entityType: 'rifa',
      entityId: from.rifaId,
      description: `Trouxe para outro celular ${from.unsold.length} ${from.unsold.length === 1 ? 'número' : 'números'} de “${from.terms.title}” do balcão sem internet.`,
      details: { from: fromId, to: id, seller: from.sellerId, unsold: from.unsold.length },
    });
    return { ok: true, allotment };
  });
}

function mayTakeOver({ sellerId, offeredTo }: Allotment, userId: string): boolean {
  return userId === sellerId || userId === offeredTo;
}

async function move(
  trx: Transaction<DB>,
  from: Allotment,
  { now, ...phone }: { id: string; sellerId: string; sendKeyHash: Buffer; now: Date },
): Promise<Allotment> {
  const { rifaId, terms, sellUntil, endsAt, unsold } = from;
  await trx
    .updateTable('standAllotments')
    .set({ unsold: [], endedAt: now, endReason: 'moved', movedTo: phone.id, offeredTo: null })
    .where('id', '=', from.id)
    .execute();
  const row = { ...phone, rifaId, numbers: unsold, unsold, sellUntil, endsAt, createdAt: now };
  await trx
    .insertInto('standAllotments')
    .values({ ...row, terms: JSON.stringify(terms) })
    .execute();
  return { ...row, terms, end: null, endedAt: null, movedTo: null, offeredTo: null };
}

export type OfferResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'ALLOTMENT_GONE' | 'AGENT_LEFT' };

/** Offers an allotment to another seller. Until it is taken over, the first phone may still sell. */
export function offerAllotment(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  by: PanelUser,
  { id, sellerId }: { id: string; sellerId: string },
): Promise<OfferResult> {
  return inTransaction(platform.db, async (trx): Promise<OfferResult> => {
    const known = await findAllotment(trx, id);
    if (!known) return { ok: false, code: 'NOT_FOUND' };
    const seller = await findSeller(trx, sellerId);
    if (!seller) return { ok: false, code: 'AGENT_LEFT' };
    const { end, rifaId, terms, offeredTo } = await lockAllotment(trx, id);
    if (end !== null) return { ok: false, code: 'ALLOTMENT_GONE' };
    if (offeredTo === sellerId) return { ok: true };
    await trx.updateTable('standAllotments').set({ offeredTo: sellerId }).where('id', '=', id).execute();
    await recordActivity(trx, platform, {
      ...by,
      action: 'offer-stand',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Deixou ${seller.name ?? 'uma pessoa'} trazer para o próprio celular o balcão sem internet de “${terms.title}”.`,
      details: { allotment: id, seller: sellerId },
    });
    await sendNotification(trx, platform, {
      userId: sellerId,
      type: 'info',
      title: 'Um balcão espera por você',
      message: `Abra o balcão no seu celular e traga os números de “${terms.title}”.`,
      data: { href: '/balcao' },
      deduplicationKey: `stand-offered:${id}:${sellerId}`,
    });
    return { ok: true };
  });
}

function findSeller(trx: Transaction<DB>, id: string) {
  return sellers(trx).where('id', '=', id).executeTakeFirst();
}

/** People who may sell at a stand, by name. */
export async function listSellers(db: Kysely<DB>) {
  const rows = await sellers(db).orderBy('name').limit(200).execute();
  return rows.map(({ id, name, email }) => ({ id, name: name ?? email ?? 'Sem nome' }));
}

function sellers(db: Kysely<DB>) {
  return db
    .selectFrom('profiles')
    .select(['id', 'name', 'email'])
    .where(
      'role',
      'in',
      ROLES.filter((role) => can(role, 'sell-manually')),
    )
    .where('deletedAt', 'is', null);
}
