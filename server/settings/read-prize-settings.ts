import type { Kysely } from 'kysely';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import type { PrizeType } from '@mare/domain/draws/prizes/prize-type.ts';

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
 * Note about tax withheld on a prize: the rifa's own, or the shop's for that kind of prize.
 * @param kind null for a prize without an entry
 */
export function taxNoteOf(settings: PrizeSettings, rifaNote: string | null, kind: PrizeType | null): string {
  if (rifaNote) return rifaNote;
  if (kind === 'cash') return settings.taxOnCash;
  return kind === 'service' ? settings.taxOnServices : settings.taxOnProducts;
}
