import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { PURCHASE_PLANS } from '@mare/domain/rifas/prices/purchase-plan.ts';
import type { Database } from '@mare/database/connection/connect.ts';

/** Version of a setting as seeded. */
const SEEDED_VERSION = 1;

/** The plans saved in `settings.purchase_tiers`, smallest first; the defaults while none were saved. */
export async function readPurchaseTiers(db: Database): Promise<PurchaseTier[]> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'purchase_tiers')
    .where('version', '>', SEEDED_VERSION)
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
