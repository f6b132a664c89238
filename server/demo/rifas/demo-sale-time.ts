/** Share of the sales period in which sales grow; afterwards they are steady. */
const GROWTH = 0.3;

/** @param sold share of the orders before this one, 0 to 1 */
export function demoSaleTime({ from, until }: { from: Date; until: Date }, sold: number): Date {
  const area = sold * (1 - GROWTH / 2);
  const share = area < GROWTH / 2 ? Math.sqrt(2 * GROWTH * area) : area + GROWTH / 2;
  return new Date(from.getTime() + (until.getTime() - from.getTime()) * share);
}
