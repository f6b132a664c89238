/** Invariants of cotas, money and messages, of all rifas or of some while others are sold. */
import type pg from 'pg';
import type { Database } from '@mare/database/connection/connect.ts';
import { isBalanced, readLedger } from '../ledger/read-ledger.ts';
import { checkNumberCounts } from '../orders/orders.testing.ts';

export interface CheckedShop {
  pool: pg.Pool;
  db: Database;
}

/** $1 in the statements below: null for every order. */
const OF_RIFAS_IN_SCOPE = `($1::uuid[] is null or o.id in (select order_id from order_items where rifa_id = any($1)))`;

/**
 * @param rifas only these rifas and the orders that hold their cotas; null for all
 * @param heldElsewhere reais that providers other than the sandbox hold, by the reference of the order
 */
export async function findMismatches(
  shop: CheckedShop,
  rifas: readonly string[] | null,
  heldElsewhere: Readonly<Record<string, number>> = {},
): Promise<string[]> {
  return [
    ...(await findNumberMismatches(shop, rifas)),
    ...(await findMoneyMismatches(shop, rifas, heldElsewhere)),
    ...(await findMissingOrRepeatedMessages(shop, rifas)),
  ];
}

async function rows<T extends object>({ pool }: CheckedShop, sql: string, values: unknown[]): Promise<T[]> {
  return (await pool.query<T>(sql, values)).rows;
}

async function findNumberMismatches(shop: CheckedShop, scope: readonly string[] | null): Promise<string[]> {
  const rifas = await rows<{ id: string; total: number }>(
    shop,
    'select id, total_numbers as total from rifas where $1::uuid[] is null or id = any($1)',
    [scope],
  );
  const faults =
    scope?.filter((id) => !rifas.some((rifa) => rifa.id === id)).map((id) => `no rifa ${id}`) ?? [];
  for (const { id, total } of rifas)
    try {
      const { free, reserved, sold } = await checkNumberCounts(shop.db, id);
      if (free + reserved + sold !== total)
        faults.push(`rifa ${id}: ${free} free + ${reserved} reserved + ${sold} sold is not ${total}`);
    } catch (error) {
      faults.push(`rifa ${id}: ${(error as Error).message}`);
    }
  return faults;
}

/**
 * Checks that the provider holds the amount of every paid order less refunds, and nothing for other orders. A lost
 * dispute removes the whole amount.
 */
async function findMoneyMismatches(
  shop: CheckedShop,
  scope: readonly string[] | null,
  heldElsewhere: Readonly<Record<string, number>>,
): Promise<string[]> {
  const wrong = await rows<{ id: string; status: string; kept: string; owed: string }>(
    shop,
    `select * from (
       select o.id, o.status,
              (select coalesce(sum(p.amount - p.refunded), 0) from sandbox.payments p
                where p.external_reference = o.external_reference and p.approved_at is not null
                  and not (p.status = 'charged_back' and p.status_detail = 'settled'))
                + coalesce(($2::jsonb ->> o.external_reference)::numeric, 0) as kept,
              case when o.status = 'paid' then o.total_amount - (
                select coalesce(sum(c.amount), 0) from returned_cotas c where c.order_id = o.id
              ) else 0 end as owed
         from orders o where ${OF_RIFAS_IN_SCOPE}) sums
      where kept <> owed`,
    [scope, JSON.stringify(heldElsewhere)],
  );
  const ledger = await readLedger(shop.db);
  return [
    ...wrong.map(
      ({ id, status, kept, owed }) => `order ${id} is ${status}: ${kept} kept by the provider, ${owed} due`,
    ),
    ...(isBalanced(ledger) ? [] : [`the ledger does not balance: ${JSON.stringify(ledger)}`]),
  ];
}

/**
 * Checks that the message of each order event was sent exactly once. The notification of a payment may be missing if
 * the payment was returned before its job ran.
 */
async function findMissingOrRepeatedMessages(
  shop: CheckedShop,
  scope: readonly string[] | null,
): Promise<string[]> {
  const due = `
    with due (id, kind) as (
      select o.id, 'paid' from orders o where paid_at is not null and ${OF_RIFAS_IN_SCOPE}
      union all select o.id, 'refunded' from orders o where status = 'refunded' and ${OF_RIFAS_IN_SCOPE}
      union all select o.id, 'cancelled' from orders o
                 where status in ('cancelled', 'failed') and paid_at is null and ${OF_RIFAS_IN_SCOPE})`;
  const notifications = await rows<{ id: string; kind: string; count: number }>(
    shop,
    `${due} select due.id, kind, count(n.id) from due
       join orders on orders.id = due.id
       left join notifications n on n.occasion = 'order:' || due.id || ':' || kind || ':'
      group by 1, 2, status
      having count(n.id) > 1 or (count(n.id) = 0 and not (kind = 'paid' and status in ('refunded', 'charged_back')))`,
    [scope],
  );
  const mails = await rows<{ id: string; kind: string; count: number }>(
    shop,
    `${due} select due.id, kind, count(m.key) from due
       left join outbox m on m.state in ('sent', 'skipped') and m.key = 'order:' || due.id || ':' || kind || ':'
      group by 1, 2 having count(m.key) <> 1`,
    [scope],
  );
  return [
    ...notifications.map(({ id, kind, count }) => `order ${id} was notified of ${kind} ${count} times`),
    ...mails.map(({ id, kind, count }) => `order ${id} was mailed ${kind} ${count} times`),
  ];
}
