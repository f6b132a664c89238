/** Levels by points: the panel names them and says from how many points each counts. */

export interface Level {
  name: string;
  /** The first level's is 0. */
  minPoints: number;
}

/**
 * @param levels in the order of their points, the first from 0
 * @returns the level of somebody with so many points, and the one after it; null where there is none
 */
export function levelOf(
  points: number,
  levels: readonly Level[],
): { level: Level | null; next: Level | null } {
  const level = levels.findLast(({ minPoints }) => minPoints <= points) ?? null;
  const next = levels.find(({ minPoints }) => minPoints > points) ?? null;
  return { level, next };
}

/** Whether everybody has exactly one: they begin at 0 and rise, each under a name of its own. */
export function areLevels(levels: readonly Level[]): boolean {
  return (
    levels[0]?.minPoints === 0 &&
    levels.every(({ minPoints }, at) => at === 0 || minPoints > levels[at - 1]!.minPoints) &&
    new Set(levels.map(({ name }) => name)).size === levels.length
  );
}
