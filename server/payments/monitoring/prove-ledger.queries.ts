/** Compares the ledger with orders and payments, entry by entry. */
import { sql, type Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { LedgerMismatch } from '../../ledger/ledger-proof.ts';
import { HELD_BY_PROVIDER } from '../refunds/paid-elsewhere.ts';

const MAX_LISTED = 50;

interface Compared {
  count: number;
  mismatches: LedgerMismatch[];
}

/** Checks that each paid order has one settlement of its total, and each settlement a paid order. */
export async function compareOrders(trx: Transaction<DB>): Promise<Compared> {
  const { rows } = await sql<{ subject: string; expected: string; found: string }>`
    with settled as (
      select split_part(txn_key, ':', 2) as order_id, -sum(amount) as amount
      from ledger_entries where account like 'sales:%' and (txn_key like 'settle:%' or txn_key like 'fix-order:%') group by 1
    ), compared as (
      select coalesce(o.external_reference, settled.order_id) as subject, coalesce(o.total_amount, 0) as expected,
        coalesce(settled.amount, 0) as found
      from (select id::text as id, external_reference, total_amount from orders
            where status in ('paid', 'refunded', 'charged_back')) as o
      full join settled on settled.order_id = o.id
    )
    select * from compared
    where expected <> found order by subject limit ${MAX_LISTED}`.execute(trx);
  const { count } = await trx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['paid', 'refunded', 'charged_back'])
    .executeTakeFirstOrThrow();
  return { count, mismatches: rows.map((row) => mismatch('order', row)) };
}

/** Compares each payment, less its refunds, with the balance of the ledger account that it was booked on. */
export async function comparePayments(trx: Transaction<DB>): Promise<Compared> {
  const { rows } = await sql<{ subject: string; expected: string; found: string }>`
    with moved as (
      select split_part(txn_key, ':', 2) as provider, split_part(txn_key, ':', 3) as payment_id, sum(amount) as amount
      from ledger_entries as entry
      where account in ('mp_receivable', 'cash') and split_part(txn_key, ':', 1) in ('in', 'out', 'elsewhere', 'cb', 'fix-payment')
        and (txn_key not like 'fix-payment:%' or not exists (
          select from ledger_entries fee where fee.txn_key = entry.txn_key and fee.account in ('fees', 'bank')))
      group by 1, 2
    ), held as (
      select provider, payment_id, ${HELD_BY_PROVIDER} as amount
      from provider_payments as payment
      where disposition in ('settles', 'late', 'duplicate', 'mismatch', 'void')
        and state in ('approved', 'disputed', 'refunded', 'charged_back')
    )
    select coalesce(held.provider, moved.provider) || ':' || coalesce(held.payment_id, moved.payment_id) as subject,
      coalesce(held.amount, 0) as expected, coalesce(moved.amount, 0) as found
    from held full join moved using (provider, payment_id)
    where coalesce(held.amount, 0) <> coalesce(moved.amount, 0)
    order by 1 limit ${MAX_LISTED}`.execute(trx);
  const { count } = await trx
    .selectFrom('providerPayments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('disposition', 'in', ['settles', 'late', 'duplicate', 'mismatch', 'void'])
    .executeTakeFirstOrThrow();
  return { count, mismatches: rows.map((row) => mismatch('payment', row)) };
}

function mismatch(
  kind: LedgerMismatch['kind'],
  { subject, expected, found }: { subject: string; expected: string; found: string },
): LedgerMismatch {
  return {
    kind,
    subject,
    expectedCentavos: centavosFromNumeric(expected),
    foundCentavos: centavosFromNumeric(found),
  };
}
