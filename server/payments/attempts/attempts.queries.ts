import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB, PaymentAttempts } from '@mare/database/schema.ts';

export type Attempt = Selectable<PaymentAttempts>;

/** States in which the buyer can, or possibly can, still pay an attempt. */
export const LIVE_ATTEMPTS = ['creating', 'open', 'unknown', 'closing'] as const;

/** All columns by name: a statement with `*` is not prepared. */
const COLUMNS = [
  'amount',
  'checks',
  'copyPaste',
  'createdAt',
  'id',
  'idempotencyKey',
  'kind',
  'lastCheckedAt',
  'lastError',
  'nextCheckAt',
  'orderId',
  'payableUntil',
  'provider',
  'providerRef',
  'request',
  'sandboxUrl',
  'state',
  'updatedAt',
  'url',
] as const satisfies readonly (keyof Attempt)[];

export async function findAttempt(db: Kysely<DB>, attemptId: string): Promise<Attempt | null> {
  const row = await db
    .selectFrom('paymentAttempts')
    .select(COLUMNS)
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return row ?? null;
}

export function findLiveAttempts(db: Kysely<DB>, orderId: string): Promise<Attempt[]> {
  return db
    .selectFrom('paymentAttempts')
    .select(COLUMNS)
    .where('orderId', '=', orderId)
    .where('state', 'in', LIVE_ATTEMPTS)
    .orderBy('createdAt')
    .execute();
}

/** An open Pix that is the only live attempt of its order. */
export interface OnlyCharge {
  orderId: string;
  externalReference: string;
  attemptId: string;
  provider: string;
  paymentId: string;
}

/** @returns by order id; orders without an open Pix, or with other live attempts, are left out */
export async function findOnlyCharges(
  db: Kysely<DB>,
  orderIds: readonly string[],
): Promise<Map<string, OnlyCharge>> {
  const rows = await db
    .selectFrom('paymentAttempts as a')
    .innerJoin('orders as o', 'o.id', 'a.orderId')
    .select(['a.orderId', 'o.externalReference', 'a.id as attemptId', 'a.provider'])
    .select(['a.kind', 'a.state', 'a.providerRef as paymentId'])
    .where('a.orderId', 'in', orderIds)
    .where('a.state', 'in', LIVE_ATTEMPTS)
    .execute();
  const ofOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map(
    [...ofOrder].flatMap(([orderId, [first, ...others]]) => {
      const { kind, state, paymentId, ...charge } = first!;
      const isOnly = others.length === 0 && kind === 'pix' && state === 'open' && paymentId !== null;
      return isOnly ? [[orderId, { ...charge, paymentId }] as const] : [];
    }),
  );
}

/** An order's charges at one provider, open or not: references of its hosted checkouts, and keys of its Pix codes. */
export async function findChargesAt(
  db: Kysely<DB>,
  orderId: string,
  provider: string,
): Promise<{ hostedRefs: string[]; chargeKeys: string[] }> {
  const rows = await db
    .selectFrom('paymentAttempts')
    .select(['kind', 'providerRef', 'idempotencyKey'])
    .where('orderId', '=', orderId)
    .where('provider', '=', provider)
    .execute();
  return {
    hostedRefs: rows.flatMap(({ kind, providerRef }) =>
      kind === 'hosted' && providerRef ? [providerRef] : [],
    ),
    chargeKeys: rows.flatMap(({ kind, idempotencyKey }) => (kind === 'pix' ? [idempotencyKey] : [])),
  };
}

/** An attempt as `openAttemptsOf` reads it. */
export interface OpenAttempt {
  provider: string;
  kind: string;
  amount: string;
  url: string | null;
  sandboxUrl: string | null;
  copyPaste: string | null;
  payableUntil: string;
}

/** SQL of the open attempts of an order, newest first; some may be past their time. @param orderId a column */
export const openAttemptsOf = (orderId: string) => `(
  select coalesce(json_agg(json_build_object('provider', attempt.provider, 'kind', attempt.kind,
    'amount', attempt.amount::text, 'url', attempt.url, 'sandboxUrl', attempt.sandbox_url, 'copyPaste', attempt.copy_paste,
    'payableUntil', attempt.payable_until) order by attempt.created_at desc), '[]')
  from payment_attempts attempt
  where attempt.order_id = ${orderId} and attempt.state = 'open')`;

/** Attempts whose charge has not expired. */
export function payableAt(attempts: readonly OpenAttempt[], now: Date): OpenAttempt[] {
  return attempts.filter(({ payableUntil }) => new Date(payableUntil) > now);
}

export async function findOpenAttempts(db: Kysely<DB>, orderId: string): Promise<OpenAttempt[]> {
  const { rows } = await sql<{ attempts: OpenAttempt[] }>`
    select ${sql.raw(openAttemptsOf('asked.id'))} as attempts from (select ${orderId}::uuid as id) as asked`.execute(
    db,
  );
  return rows[0]!.attempts;
}
