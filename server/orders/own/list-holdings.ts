import type { Holding } from '@mare/contract/orders/orders.ts';
import type { Database } from '@mare/database/connect.ts';
import { selectDrawnNumbers, selectHeldRifas, selectPaidLines } from './holdings.queries.ts';

const RIFAS_TO_A_PAGE = 5;
/** The rest are told by their count: the receipts hold them all. */
const NUMBERS_SHOWN = 200;

export interface HoldingsPage {
  holdings: Holding[];
  /** 1-based; null when this was the last page. */
  nextPage: number | null;
}

/** Paid cotas of these people by rifa, with what became of the draw. @param page 1-based. */
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
  const [lines, drawn] = await Promise.all([selectPaidLines(db, userIds, ids), selectDrawnNumbers(db, ids)]);
  return {
    nextPage: rifas.length > RIFAS_TO_A_PAGE ? page + 1 : null,
    holdings: shown.map(({ id, status, drawDate, ...rifa }) => {
      const own = lines.filter((line) => line.rifaId === id);
      const numbers = own.flatMap((line) => line.selectedNumbers).sort((a, b) => a - b);
      const held = new Set(numbers);
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
      };
    }),
  };
}

/** One an order, however many lines of it are of the rifa. */
function receiptsOf(lines: Awaited<ReturnType<typeof selectPaidLines>>): Holding['receipts'] {
  const byOrder = new Map(lines.map((line) => [line.orderId, line]));
  return [...byOrder.values()].map(({ externalReference, paidAt }) => ({
    externalReference,
    paidAt: paidAt?.toISOString() ?? null,
  }));
}
