import type { StandResult, StandSale } from '@mare/contract/checkout/stand.ts';
import { can, type Role } from '@mare/domain/accounts/permissions.ts';
import type { AllotmentEnd } from '@mare/domain/orders/stand-allotment.ts';
import { findAllotment } from '../../orders/stand/find-allotments.ts';
import { isSendKey } from '../../orders/stand/set-numbers-aside.ts';
import { isOutage } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { sellFromAllotment } from './sell-from-allotment.ts';

export interface SentSales {
  allotmentId: string;
  sendKey: string;
  sales: readonly StandSale[];
}

export type SendSalesResult =
  | { ok: true; results: StandResult[]; unsold: number[]; end: AllotmentEnd | null }
  | { ok: false; code: 'NOT_FOUND' };

/**
 * Registers the sales of a phone, each in a separate transaction, so that an interrupted batch can be sent again as a
 * whole. The phone's key identifies the seller, who may have signed out; the seller's current role still decides.
 */
export async function sendSales(
  platform: Platform,
  ipAddress: string | null,
  { allotmentId, sendKey, sales }: SentSales,
): Promise<SendSalesResult> {
  const allotment = await findAllotment(platform.db, allotmentId);
  if (!allotment || !isSendKey(allotment, sendKey)) return { ok: false, code: 'NOT_FOUND' };
  const by = { userId: allotment.sellerId, ipAddress };
  const results: StandResult[] = [];
  for (const sale of sales)
    results.push(
      await sellOrPostpone(platform, by, allotment, sale, await maySell(platform, allotment.sellerId)),
    );
  const after = (await findAllotment(platform.db, allotmentId))!;
  return { ok: true, results, unsold: after.unsold, end: after.end };
}

async function sellOrPostpone(...args: Parameters<typeof sellFromAllotment>): Promise<StandResult> {
  try {
    return await sellFromAllotment(...args);
  } catch (error) {
    if (isOutage(error)) return { id: args[3].id, outcome: 'later', code: 'BUSY' };
    throw error;
  }
}

async function maySell({ db }: Pick<Platform, 'db'>, sellerId: string): Promise<boolean> {
  const seller = await db
    .selectFrom('profiles')
    .select('role')
    .where('id', '=', sellerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return can(seller?.role as Role | undefined, 'sell-manually');
}
