import type { Holding } from '@mare/contract/orders/orders.ts';
import type { Database } from '@mare/database/connect.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';
import {
  selectClaimedGifts,
  selectDrawnNumbers,
  selectHeldRifas,
  selectPaidLines,
} from './holdings.queries.ts';

const RIFAS_TO_A_PAGE = 5;
/** Beyond this only the count is shown; receipts list all numbers. */
const NUMBERS_SHOWN = 200;

export interface HoldingsPage {
  holdings: Holding[];
  /** 1-based; null on the last page. */
  nextPage: number | null;
}

/** Cotas bought and kept, or received, by rifa, with the result of the draw. @param page 1-based */
export async function listHoldings(
  db: Database,
  userIds: readonly string[],
  page: number,
): Promise<HoldingsPage> {
  if (userIds.length === 0) return { holdings: [], nextPage: null };
  const rifas = await selectHeldRifas(db, userIds, {
    limit: RIFAS_TO_A_PAGE + 1,
    offset: (page - 1) * RIFAS_TO_A_PAGE,
  });
  const shown = rifas.slice(0, RIFAS_TO_A_PAGE);
  if (shown.length === 0) return { holdings: [], nextPage: null };
  const ids = shown.map((rifa) => rifa.id);
  const [lines, gifts, drawn] = await Promise.all([
    selectPaidLines(db, userIds, ids),
    selectClaimedGifts(db, userIds, ids),
    selectDrawnNumbers(db, ids),
  ]);
  return {
    nextPage: rifas.length > RIFAS_TO_A_PAGE ? page + 1 : null,
    holdings: shown.map(({ id, status, drawDate, ...rifa }) => {
      const own = lines.filter((line) => line.rifaId === id);
      const ofRifa = gifts.filter((gift) => gift.rifaId === id);
      const given = ofRifa.filter((gift) => userIds.includes(gift.giverId));
      const received = ofRifa.filter((gift) => userIds.includes(gift.recipientId!));
      const held = new Set(own.flatMap((line) => line.selectedNumbers));
      for (const gift of given) held.delete(gift.number);
      for (const gift of received) held.add(gift.number);
      const numbers = [...held].sort((a, b) => a - b);
      return {
        ...rifa,
        rifaId: id,
        status: status as Holding['status'],
        drawDate: drawDate.toISOString(),
        quantity: numbers.length,
        numbers: numbers.slice(0, NUMBERS_SHOWN),
        drawn: drawn
          .filter((draw) => draw.rifaId === id)
          .map(({ number, position }) => ({ number, position, own: held.has(number) })),
        receipts: receiptsOf(own),
        received: received.map(({ reference, number, giver }) => ({
          reference,
          number,
          giver: shortName(giver),
        })),
        givenAway: given.length,
      };
    }),
  };
}

/** One per order, even with several lines of the rifa. */
function receiptsOf(lines: Awaited<ReturnType<typeof selectPaidLines>>): Holding['receipts'] {
  const byOrder = new Map(lines.map((line) => [line.orderId, line]));
  return [...byOrder.values()].map(({ externalReference, paidAt }) => ({
    externalReference,
    paidAt: paidAt?.toISOString() ?? null,
  }));
}
