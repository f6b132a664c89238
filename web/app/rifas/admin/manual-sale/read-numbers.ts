/** Parses distinct numbers from a text like '7, 12 0045', in the order typed. All other characters are separators. */
export function readNumbers(text: string): number[] {
  return [...new Set((text.match(/\d+/g) ?? []).map(Number).filter((number) => number > 0))];
}
