/**
 * What each cota of a line is worth, in centavos. A line's total is paid for all of its cotas, bonus included, so a
 * discount, a coupon, a combo or a plan is spread evenly. The values add up to the total exactly, whatever is returned
 * in which order.
 *
 * @param numbers of the whole line as it was paid
 */
export function cotaValues(numbers: readonly number[], totalCentavos: number): Map<number, number> {
  const ascending = [...numbers].sort((a, b) => a - b);
  const upTo = (cotas: number) => Math.floor((totalCentavos * cotas) / ascending.length);
  return new Map(ascending.map((number, index) => [number, upTo(index + 1) - upTo(index)]));
}
