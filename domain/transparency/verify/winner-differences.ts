/** Which published winners differ from others, in words. */
import { formatNumber } from '../../numbers/format-number.ts';

interface Winner {
  position: number;
  /** Null: the prize has no winner. */
  number: number | null;
}

/**
 * '1º prêmio: pela conta 0037, publicado 0040.', a sentence for each place that differs. A shop that contradicts itself
 * publishes two numbers for one place.
 * @param source what the published winners are compared with: 'pela conta'
 */
export function winnerDifferences(
  source: string,
  expected: readonly Winner[],
  published: readonly Winner[],
  totalNumbers: number,
): string {
  const numberAt = (winners: readonly Winner[], position: number) => {
    const numbers = winners.flatMap((each) => (each.position === position ? [each.number] : []));
    if (numbers.length === 0) return 'nenhum lugar assim';
    return numbers
      .map((number) => (number === null ? 'sem ganhador' : formatNumber(number, totalNumbers)))
      .join(' e ');
  };
  const positions = [...new Set([...expected, ...published].map(({ position }) => position))];
  return positions
    .toSorted((one, other) => one - other)
    .flatMap((position) => {
      const [expectedNumber, publishedNumber] = [numberAt(expected, position), numberAt(published, position)];
      return expectedNumber === publishedNumber
        ? []
        : [`${position}º prêmio: ${source} ${expectedNumber}, publicado ${publishedNumber}.`];
    })
    .join(' ');
}
