/** Winners as the shop publishes them, for the verification. */
import type { DrawRecord } from './verify-draw.ts';

type PublishedWinner = DrawRecord['winners'][number];

/**
 * The outcome of a draw and the winners that pages name are stored apart. Where they contradict each other, both are
 * published, so that the verification fails.
 *
 * @param drawn the stored outcome; `number` is null for a prize without a winner
 * @param named the winners that pages name
 */
export function publishedWinners(
  drawn: readonly { position: number; number: number | null }[],
  named: readonly { position: number; number: number; tag: string | null }[],
): PublishedWinner[] {
  const winners: PublishedWinner[] = named.map(({ position, number, tag }) => ({ position, number, tag }));
  for (const { position, number } of drawn) {
    const numbers = named.flatMap((winner) => (winner.position === position ? [winner.number] : []));
    if (numbers.length === 0 && number !== null) winners.push({ position, number: null, tag: null });
    if (numbers.length !== 1 || numbers[0] !== number) winners.push({ position, number, tag: null });
  }
  return winners.toSorted((one, other) => one.position - other.position);
}
