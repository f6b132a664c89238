import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Of a rifa. The bits travel as bytes: bit_send() puts their number, in four bytes, in front. */
export function selectNumberPages(db: Kysely<DB>, rifaId: string) {
  return db
    .selectFrom('numberPages')
    .select(['pageNo', 'size', sql<Buffer>`substring(bit_send(taken) from 5)`.as('taken')])
    .where('rifaId', '=', rifaId);
}
