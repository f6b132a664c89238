import type { PurchaseTier } from '@mare/contract/rifas/rifas.ts';
import { PURCHASE_PLANS } from '@mare/domain/rifas/prices/purchase-plan.ts';
import type { Database } from '@mare/database/connect.ts';

/** The version of a setting that nobody has saved yet. */
const AS_LAID_DOWN = 1;

/** The plans that somebody saved in `settings.purchase_tiers`, smallest first; until then the usual ones. */
export async function readPurchaseTiers(db: Database): Promise<PurchaseTier[]> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'purchase_tiers')
    .where('version', '>', AS_LAID_DOWN)
    .executeTakeFirst();
  if (!row) return [...PURCHASE_PLANS];
  const tiers = row.value as Record<string, { name: string; quantity: number; bonus_percentage: number }>;
  return Object.entries(tiers)
    .map(([key, tier]) => ({
      key,
      name: tier.name,
      quantity: tier.quantity,
      bonusPercentage: tier.bonus_percentage,
    }))
    .sort((a, b) => a.quantity - b.quantity);
}
