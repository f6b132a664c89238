import { type RawBuilder, sql } from 'kysely';

/** Condition on entries, by their alias `entry`. @param first 1-based, both included */
export const inRange = (first: number, last: number) => sql`entry.id between ${first} and ${last}`;
export const after = (id: number) => sql`entry.id > ${id}`;

/** Rows of account and centavos; all rifas together. */
export function sumByAccount(of: RawBuilder<unknown>): RawBuilder<{ account: string; centavos: number }> {
  return sql`
    select split_part(account, ':', 1) as account, (sum(amount) * 100)::bigint as centavos
    from ledger_entries as entry where ${of} group by 1 order by 1`;
}

/** Centavos of receivables and fees in transfers to the bank. */
export function sumBanked(of: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(
    select coalesce(sum(amount) * 100, 0)::bigint from ledger_entries as entry
    where ${of} and account in ('mp_receivable', 'fees') and txn_key in (
      select txn_key from ledger_entries where account = 'bank'))`;
}

/** The columns entries, sums, banked and digest of a segment, as one row. Reads all its entries into memory. */
export function computeSegment(of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select count(*)::integer as entries,
      (select coalesce(jsonb_object_agg(account, centavos), '{}') from (${sumByAccount(of)}) as summed) as sums,
      ${sumBanked(of)} as banked,
      encode(sha256(convert_to(coalesce(string_agg(
        concat_ws(E'\t', id, txn_key, account, amount, extract(epoch from created_at)), E'\n' order by id), ''), 'UTF8')),
        'hex') as digest
    from ledger_entries as entry where ${of}`;
}

/**
 * Keys of transactions that do not sum to zero, among those with an entry that satisfies `of`. Sums each by its key: the
 * planner would read the whole ledger for a range of it.
 */
export function selectUnbalanced(of: RawBuilder<unknown>, limit: number): RawBuilder<{ txnKey: string }> {
  return sql`
    select touched.txn_key
    from (select distinct entry.txn_key from ledger_entries as entry where ${of}) as touched
    cross join lateral (
      select sum(amount) as total from ledger_entries as each where each.txn_key = touched.txn_key) as summed
    where summed.total <> 0 order by touched.txn_key limit ${limit}`;
}
