import type { Kysely } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { GalleryPicture } from '@mare/domain/rifas/picture.ts';
import { contentHash } from '@mare/domain/rifas/published-content.ts';

/** `contentHash` of what the pages of a rifa show now. */
export async function readContentHash(db: Kysely<DB>, rifaId: string): Promise<string> {
  const { gallery, ...rifa } = await db
    .selectFrom('rifas')
    .select(['description', 'image', 'gallery', 'video'])
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  const prizes = await db
    .selectFrom('rifaPrizes')
    .select(['name', 'description', 'value', 'prizeType', 'image'])
    .select(['serviceType', 'serviceCity', 'serviceState'])
    .where('rifaId', '=', rifaId)
    .orderBy('position')
    .execute();
  return contentHash({
    ...rifa,
    gallery: gallery as unknown as GalleryPicture[],
    prizes: prizes.map(({ value, ...prize }) => ({
      ...prize,
      valueCentavos: value === null ? null : centavosFromNumeric(value),
    })),
  });
}
