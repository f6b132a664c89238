/**
 * Refundable value of each cota of a line, in centavos. A line's total pays for all of its cotas, bonus included, so
 * every discount is spread evenly. The values add up to the total exactly, in whatever order cotas are returned.
 *
 * @param numbers of the whole line as it was paid
 */
export function cotaValues(numbers: readonly number[], totalCentavos: number): Map<number, number> {
  const ascending = [...numbers].sort((a, b) => a - b);
  const upTo = (cotas: number) => Math.floor((totalCentavos * cotas) / ascending.length);
  return new Map(ascending.map((number, index) => [number, upTo(index + 1) - upTo(index)]));
}
