/**
 * The start of a text, without half of a character at its end.
 * @param max UTF-16 code units
 */
export function cutText(text: string, max: number): string {
  const start = text.slice(0, max);
  return start.isWellFormed() || !text.isWellFormed() ? start : start.slice(0, -1);
}
