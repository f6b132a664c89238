/** Picture of the rifa that a mail of the panel announces. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { rifaOfPath } from '../management/audience-exclusion.queries.ts';

/** Path of the picture; null without a rifa or a picture. */
export const pictureOfRifa = (rifaId: RawBuilder<string | null>): RawBuilder<string | null> =>
  sql`(select nullif(image, '') from rifas where rifas.id = ${rifaId})`;

/** @param path that the mail's button opens */
export async function findPictureOfPath(db: Kysely<DB>, path: string): Promise<string | null> {
  const { rows } = await sql<{ picture: string | null }>`
    select ${pictureOfRifa(rifaOfPath(sql`${path}::text`))} as picture`.execute(db);
  return rows[0]!.picture;
}
