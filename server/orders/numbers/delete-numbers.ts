import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Deletes the numbers of a rifa that was never on sale, so that `makeNumberPages` can be called again. */
export async function deleteNumbers(trx: Transaction<DB>, rifaId: string): Promise<void> {
  await sql`delete from number_pages where rifa_id = ${rifaId}`.execute(trx);
  await sql`delete from rifa_counters where rifa_id = ${rifaId}`.execute(trx);
  await sql`delete from rifa_secrets where rifa_id = ${rifaId}`.execute(trx);
}

/** Deletes the free numbers of a rifa that is over, and merges its counters into one. */
export async function archiveNumbers(trx: Transaction<DB>, rifaId: string): Promise<void> {
  await trx.deleteFrom('numberPages').where('rifaId', '=', rifaId).execute();
  await sql`
    with gone as (delete from rifa_counters where rifa_id = ${rifaId} and stripe <> 0 returning sold, reserved)
    update rifa_counters set sold = rifa_counters.sold + sums.sold, reserved = rifa_counters.reserved + sums.reserved
    from (select coalesce(sum(sold), 0) as sold, coalesce(sum(reserved), 0) as reserved from gone) sums
    where rifa_id = ${rifaId} and stripe = 0`.execute(trx);
}
