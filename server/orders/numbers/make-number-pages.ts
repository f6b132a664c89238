import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { PAGE_SIZE } from '@mare/domain/numbers/number-page.ts';
import { NUMBER_KEY_BYTES } from '@mare/domain/numbers/number-permutation.ts';
import type { Random } from '../../platform/clock.ts';

/**
 * Creates the numbers of a rifa at publishing: the secret key of their order, empty pages and a counter.
 *
 * @throws if the rifa already has numbers
 */
export async function makeNumberPages(
  trx: Transaction<DB>,
  random: Random,
  rifaId: string,
  totalNumbers: number,
): Promise<void> {
  await trx
    .insertInto('rifaSecrets')
    .values({ rifaId, numberKey: random.bytes(NUMBER_KEY_BYTES) })
    .execute();
  await trx.insertInto('rifaCounters').values({ rifaId, stripe: 0 }).execute();
  await sql`
    insert into number_pages (rifa_id, page_no, size)
    select ${rifaId}, page_no, least(${PAGE_SIZE}::integer, ${totalNumbers}::integer - page_no * ${PAGE_SIZE}::integer)
    from generate_series(0, (${totalNumbers}::integer - 1) / ${PAGE_SIZE}::integer) as page_no`.execute(trx);
}
