/** Distinct numbers of a text like '7, 12 0045', in the order typed. Everything else separates. */
export function readNumbers(text: string): number[] {
  return [...new Set((text.match(/\d+/g) ?? []).map(Number).filter((number) => number > 0))];
}
