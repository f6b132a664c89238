import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Reads the bits as bytes: bit_send() prefixes them with their count in four bytes. */
export function selectNumberPages(db: Kysely<DB>, rifaId: string) {
  return db
    .selectFrom('numberPages')
    .select(['pageNo', 'size', sql<Buffer>`substring(bit_send(taken) from 5)`.as('taken')])
    .where('rifaId', '=', rifaId);
}
