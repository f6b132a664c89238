/** How many cotas some lines have together. */
export function totalQuantity(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
