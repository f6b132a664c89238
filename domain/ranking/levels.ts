export interface Level {
  name: string;
  /** 0 for the first level. */
  minPoints: number;
}

/**
 * @param levels ascending, the first from 0 points
 * @returns the reached level and the next one; null where there is none
 */
export function levelOf(
  points: number,
  levels: readonly Level[],
): { level: Level | null; next: Level | null } {
  const level = levels.findLast(({ minPoints }) => minPoints <= points) ?? null;
  const next = levels.find(({ minPoints }) => minPoints > points) ?? null;
  return { level, next };
}

/** Whether levels start at 0, ascend, and have unique names, so that everyone has exactly one. */
export function areLevels(levels: readonly Level[]): boolean {
  return (
    levels[0]?.minPoints === 0 &&
    levels.every(({ minPoints }, at) => at === 0 || minPoints > levels[at - 1]!.minPoints) &&
    new Set(levels.map(({ name }) => name)).size === levels.length
  );
}
