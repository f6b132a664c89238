import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { OwnLimits as OwnLimitsTable } from '@mare/database/schema.ts';
import type { OwnLimits } from '@mare/domain/accounts/own-limits.ts';
import type { Executor } from '../auth.ts';

export const NO_LIMITS: OwnLimits = {
  monthlyCentavos: null,
  next: null,
  pausedUntil: null,
  excludedUntil: null,
};

/** `own_limits.user_id` holds a person, whose id is that of its first account. */
export async function findLimits(db: Executor, personId: string): Promise<OwnLimits | null> {
  const row = await db.selectFrom('ownLimits').selectAll().where('userId', '=', personId).executeTakeFirst();
  return row ? toLimits(row) : null;
}

/** Locks the row, creating it if missing. */
export async function lockLimits(trx: Executor, personId: string, now: Date): Promise<OwnLimits> {
  await trx
    .insertInto('ownLimits')
    .values({ userId: personId, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('ownLimits')
    .selectAll()
    .where('userId', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toLimits(row);
}

export async function storeLimits(
  trx: Executor,
  personId: string,
  limits: OwnLimits,
  now: Date,
): Promise<void> {
  const numeric = (centavos: number | null | undefined) =>
    centavos == null ? null : numericFromCentavos(centavos);
  await trx
    .updateTable('ownLimits')
    .set({
      monthlyLimit: numeric(limits.monthlyCentavos),
      nextMonthlyLimit: numeric(limits.next?.monthlyCentavos),
      nextLimitFrom: limits.next?.from ?? null,
      pausedUntil: limits.pausedUntil,
      excludedUntil: limits.excludedUntil,
      updatedAt: now,
    })
    .where('userId', '=', personId)
    .execute();
}

export async function orderOfRequest(
  db: Executor,
  userId: string,
  clientRequestId: string,
): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('clientRequestId', '=', clientRequestId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return order?.id;
}

/**
 * Spending of all accounts of the person since a moment, in centavos: paid orders less refunds, orders that can still
 * be paid, and open spending claims. A late payment counts when it is made, whatever the month of its order.
 */
export async function spentSince(
  trx: Executor,
  personId: string,
  since: Date,
  claimsSince: Date,
): Promise<number> {
  const { rows } = await sql<{ spent: string }>`
    select (
      (select coalesce(sum(total_amount - returned_amount), 0) from orders
        where user_id in (select id from profiles where person_id = ${personId})
          and (status = 'pending' or (status = 'paid' and paid_at >= ${since})))
      + (select coalesce(sum(claim.amount), 0) from spending_claims claim
          where claim.user_id = ${personId} and claim.created_at > ${claimsSince}
            and not exists (select from orders
              where user_id in (select id from profiles where person_id = ${personId})
                and claim.client_request_id = orders.user_id || ' ' || orders.client_request_id))
    )::text as spent`.execute(trx);
  return centavosFromNumeric(rows[0]!.spent);
}

function toLimits(row: Selectable<OwnLimitsTable>): OwnLimits {
  const centavos = (numeric: string | null) => (numeric === null ? null : centavosFromNumeric(numeric));
  return {
    monthlyCentavos: centavos(row.monthlyLimit),
    next: row.nextLimitFrom && {
      monthlyCentavos: centavos(row.nextMonthlyLimit),
      from: row.nextLimitFrom,
    },
    pausedUntil: row.pausedUntil,
    excludedUntil: row.excludedUntil,
  };
}
