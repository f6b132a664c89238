import type { Holding } from '@mare/contract/orders/orders.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import { type HoldingsRequest, type HeldRifa, selectHeldRifas } from './holdings.queries.ts';

const RIFAS_PER_PAGE = 5;
/** Beyond this only the count is shown; receipts list all numbers. */
const NUMBERS_SHOWN = 200;
const NUMBERS_SHOWN_OF_ONE_RIFA = 10_000;

export interface HoldingsPage {
  holdings: Holding[];
  /** 1-based; null on the last page. */
  nextPage: number | null;
}

const holdingsLoader = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  // Small batches: a caller with very many orders delays few others.
  createBatchLoader((requests: HoldingsRequest[]) => selectHeldRifas(pool, requests), { width: 4, size: 16 }),
);

/** Cotas bought and kept, or received, by rifa, with the result of the draw. */
export async function listHoldings(
  platform: Pick<Platform, 'pool' | 'caches'>,
  userIds: readonly string[],
  { page, rifaId = null }: { /** 1-based */ page: number; /** Null for all. */ rifaId?: string | null },
): Promise<HoldingsPage> {
  const rifas = await holdingsLoader(platform).load({
    userIds,
    rifaId,
    limit: RIFAS_PER_PAGE + 1,
    offset: (page - 1) * RIFAS_PER_PAGE,
  });
  return {
    nextPage: rifas.length > RIFAS_PER_PAGE ? page + 1 : null,
    holdings: rifas
      .slice(0, RIFAS_PER_PAGE)
      .map((rifa) => toHolding(rifa, userIds, rifaId ? NUMBERS_SHOWN_OF_ONE_RIFA : NUMBERS_SHOWN)),
  };
}

function toHolding(
  { id, title, image, status, drawDate, totalNumbers, lines, gifts, drawn }: HeldRifa,
  userIds: readonly string[],
  numbersShown: number,
): Holding {
  const heldNumbers = new Set(lines.flatMap(({ numbers }) => numbers));
  for (const { number, isGiven } of gifts) if (isGiven) heldNumbers.delete(number);
  for (const { number, isReceived } of gifts) if (isReceived) heldNumbers.add(number);
  const numbers = [...heldNumbers].sort((a, b) => a - b);
  const reasons = new Map(
    lines.flatMap(({ leftOut, leftOutFor }) => leftOut.map((number) => [number, leftOutFor] as const)),
  );
  for (const { number, leftOutFor } of gifts) if (leftOutFor) reasons.set(number, leftOutFor);
  const disputed = new Set(lines.flatMap((line) => (line.isDisputed ? line.numbers : [])));
  for (const gift of gifts) if (gift.isDisputed) disputed.add(gift.number);
  return {
    title,
    image,
    totalNumbers,
    rifaId: id,
    status: status as Holding['status'],
    drawDate: drawDate.toISOString(),
    quantity: numbers.length,
    leftOut: numbers.filter((number) => reasons.has(number)).length,
    leftOutForRefund: numbers.filter((number) => reasons.get(number) === 'refund').length,
    disputed: numbers.filter((number) => disputed.has(number)).length,
    numbers: numbers.slice(0, numbersShown),
    drawn: drawn.map(({ number, position, userId }) => ({
      number,
      position,
      // A winning number may no longer be in an order, e.g. after a refund of a frozen cota.
      own: userId === null ? heldNumbers.has(number) : userIds.includes(userId),
    })),
    receipts: receiptsOf(lines),
    received: receivedOf(gifts),
    givenAway: gifts.filter(({ isGiven }) => isGiven).length,
  };
}

/** One per gift. */
function receivedOf(gifts: HeldRifa['gifts']): Holding['received'] {
  const received = new Map<string, Holding['received'][number]>();
  for (const { reference, number, giver, isReceived } of gifts) {
    if (!isReceived) continue;
    const known = received.get(reference);
    if (known) known.numbers.push(number);
    else received.set(reference, { reference, numbers: [number], giver: shortName(giver) });
  }
  return [...received.values()];
}

/** One per order, even with several lines of the rifa. */
function receiptsOf(lines: HeldRifa['lines']): Holding['receipts'] {
  const byOrder = new Map(lines.map((line) => [line.orderId, line]));
  return [...byOrder.values()].map(({ externalReference, paidAt }) => ({
    externalReference,
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
  }));
}
