/**
 * Draws distinct random integers from 1 to `max`, ascending (spec: storefront, section 9).
 * @param random uniform in [0, 1)
 * @param taken numbers not to draw again
 * @returns `count` numbers, or fewer if not enough are free
 */
export function drawDistinct(
  count: number,
  max: number,
  random: () => number,
  taken: readonly number[] = [],
): number[] {
  const excluded = new Set(taken.filter((number) => number >= 1 && number <= max));
  const left = max - excluded.size;
  const drawn = new Set<number>();
  if (count * 2 > left) return pickFromAll(count, max, random, excluded);
  while (drawn.size < count) {
    const number = 1 + Math.floor(random() * max);
    if (!excluded.has(number)) drawn.add(number);
  }
  return [...drawn].sort((a, b) => a - b);
}

function pickFromAll(
  count: number,
  max: number,
  random: () => number,
  excluded: ReadonlySet<number>,
): number[] {
  const free: number[] = [];
  for (let number = 1; number <= max; number++) if (!excluded.has(number)) free.push(number);
  const drawn = Math.min(count, free.length);
  for (let at = 0; at < drawn; at++) {
    const other = at + Math.floor(random() * (free.length - at));
    [free[at], free[other]] = [free[other]!, free[at]!];
  }
  return free.slice(0, drawn).sort((a, b) => a - b);
}
