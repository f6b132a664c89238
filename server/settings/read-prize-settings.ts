import type { Kysely } from 'kysely';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import type { DB } from '@mare/database/schema.ts';

export type PrizeSettings = ShopSettings['prizes']['value'];

export async function readPrizeSettings(db: Kysely<DB>): Promise<PrizeSettings> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'prizes')
    .executeTakeFirstOrThrow();
  // Validated when it was saved.
  return value as unknown as PrizeSettings;
}

/**
 * What is withheld on a prize: the rifa's own text, or the shop's by kind of prize.
 * @param kind null for a prize without an entry
 */
export function taxNoteOf(
  settings: PrizeSettings,
  rifaNote: string | null,
  kind: 'product' | 'service' | null,
): string {
  return rifaNote || (kind === 'service' ? settings.taxOnServices : settings.taxOnProducts);
}
