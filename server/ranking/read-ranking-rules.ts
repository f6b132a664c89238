import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Level } from '@mare/domain/ranking/levels.ts';
import type { PeriodKind } from '@mare/domain/ranking/periods.ts';

export interface RankingRules {
  pointsPerReal: number;
  /** For each person referred. */
  referralPoints: number;
  levels: Level[];
  /** By place, for periods that begin from now on. */
  prizes: Record<PeriodKind, string[]>;
}

export async function readRankingRules(db: Kysely<DB>): Promise<RankingRules> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['point_rules', 'levels', 'ranking_prizes'])
    .execute();
  const valueOf = (key: string) => rows.find((row) => row.key === key)!.value;
  const rules = valueOf('point_rules') as Pick<RankingRules, 'pointsPerReal' | 'referralPoints'>;
  return {
    ...rules,
    levels: valueOf('levels') as unknown as Level[],
    prizes: valueOf('ranking_prizes') as unknown as RankingRules['prizes'],
  };
}
