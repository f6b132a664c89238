import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { declaredLines, type DeclaredTerms } from '@mare/domain/rifas/declared-terms.ts';

/** `declaredLines` of a rifa as it is stored now. */
export async function readDeclaredLines(db: Kysely<DB>, rifaId: string): Promise<string[]> {
  const { priceSteps, combos, purchaseTiers, unsoldPolicy, ...others } = await db
    .selectFrom('rifas')
    .select(['priceSteps', 'combos', 'purchaseTiers', 'salesEndMinutes', 'drawsEarly'])
    .select(['unsoldPolicy', 'unsoldMinPercent', 'maxPerPerson', 'vipOnly', 'vipHours'])
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  return declaredLines({
    ...others,
    priceSteps: priceSteps as unknown as DeclaredTerms['priceSteps'],
    combos: combos as unknown as DeclaredTerms['combos'],
    plans: purchaseTiers as unknown as DeclaredTerms['plans'],
    unsoldPolicy: unsoldPolicy as DeclaredTerms['unsoldPolicy'],
  });
}
