/** Second round trip of the order batch writer: marks numbers as reserved, writes orders and commits. */
import type pg from 'pg';
import { sendInOneWrite } from '@mare/database/connection/connect.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { PageMask } from '@mare/domain/numbers/number-page.ts';
import { bitLiteral, COUNTER_STRIPES } from '../numbers/order-numbers.queries.ts';
import { insertGroups, takeParts } from './group-batch.queries.ts';
import { insertItems, type RifasOfLines } from './insert-items.queries.ts';
import type { Reservation } from './reserve-request.ts';
import { takeShares } from './shares.queries.ts';

export interface TakenPage extends PageMask {
  rifaId: string;
}

/** An attempt still 'creating' after this time (ms) was interrupted by a crash and is checked. */
const FIRST_CHECK_DELAY_MS = 30_000;

/**
 * Counters come last, ordered by rifa: the most contended rows are locked for the shortest time.
 *
 * @param rifas of all lines
 * @throws if any statement fails; nothing was written
 */
export async function writeAndCommit(
  client: pg.PoolClient,
  reservations: readonly Reservation[],
  pages: readonly TakenPage[],
  rifas: RifasOfLines,
  now: Date,
): Promise<void> {
  if (reservations.length === 0) {
    await client.query('commit');
    return;
  }
  const results = await sendInOneWrite(client, () =>
    Promise.all([
      takeNumbers(client, pages),
      ...insertGroups(client, reservations, now),
      insertOrders(client, reservations, now),
      ...takeParts(client, reservations),
      insertItems(client, reservations, rifas),
      insertEvents(client, reservations, now),
      ...insertAttempts(client, reservations, now),
      ...insertAcceptances(client, reservations, now),
      ...insertShareOrders(client, reservations, now),
      ...takeShares(
        client,
        reservations.map(({ request }) => request),
      ),
      countReserved(client, pages),
      client.query('commit'),
    ]),
  );
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, not with an error.
  if (results.at(-1)!.command !== 'COMMIT') throw new Error('the batch was rolled back');
}

function takeNumbers(client: pg.PoolClient, pages: readonly TakenPage[]): Promise<pg.QueryResult> {
  return client.query({
    name: 'take-numbers',
    text: `update number_pages p set taken = p.taken | t.mask, taken_count = p.taken_count + t.count
           from unnest($1::uuid[], $2::integer[], $3::bit(1024)[], $4::integer[]) as t (rifa_id, page_no, mask, count)
           where p.rifa_id = t.rifa_id and p.page_no = t.page_no`,
    values: [
      pages.map((page) => page.rifaId),
      pages.map((page) => page.pageNo),
      pages.map((page) => bitLiteral(page.mask)),
      pages.map((page) => page.count),
    ],
  });
}

function insertOrders(
  client: pg.PoolClient,
  reservations: readonly Reservation[],
  now: Date,
): Promise<pg.QueryResult> {
  const requests = reservations.map(({ request }) => request);
  return client.query({
    name: 'insert-orders',
    // In key order, so that concurrent processes never deadlock.
    text: `insert into orders (id, external_reference, user_id, client_request_id, rifa_id, quantity, total_amount,
             customer, hold_expires_at, affiliate_id, network, receipt_nonce, created_at, updated_at,
             request_hash, cart_key, group_part_id, discounts)
           select id, external_reference, user_id, client_request_id, rifa_id, quantity, total_amount,
             customer, hold_expires_at, affiliate_id, network, decode(receipt_nonce, 'hex'), $13, $13,
             request_hash, cart_key, group_part_id, discounts
           from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::uuid[], $6::integer[], $7::numeric[],
             $8::jsonb[], $9::timestamptz[], $10::uuid[], $11::text[], $12::text[],
             $14::text[], $15::text[], $16::uuid[], $17::jsonb[])
             as o (id, external_reference, user_id, client_request_id, rifa_id, quantity, total_amount, customer,
               hold_expires_at, affiliate_id, network, receipt_nonce, request_hash, cart_key, group_part_id, discounts)
           order by user_id, client_request_id`,
    values: [
      requests.map((request) => request.orderId),
      requests.map((request) => request.externalReference),
      requests.map((request) => request.userId),
      requests.map((request) => request.clientRequestId),
      requests.map((request) => request.lines[0]!.rifaId),
      requests.map((request) => request.lines.reduce((sum, line) => sum + line.quantity, 0)),
      requests.map((request) => numericFromCentavos(request.totalCentavos)),
      requests.map((request) => JSON.stringify(request.customer)),
      requests.map((request) => request.holdExpiresAt.toISOString()),
      requests.map((request) => request.affiliateId ?? null),
      requests.map((request) => request.unpaidCap?.network ?? null),
      requests.map((request) => request.receiptNonce ?? null),
      now,
      requests.map((request) => request.requestHash ?? null),
      requests.map((request) => request.cartKey ?? null),
      requests.map(({ group }) => (group?.kind === 'start' ? group.partIds[0] : group?.partId) ?? null),
      requests.map(({ discounts }) => (discounts ? JSON.stringify(discounts) : null)),
    ],
  });
}

function insertEvents(
  client: pg.PoolClient,
  reservations: readonly Reservation[],
  now: Date,
): Promise<pg.QueryResult> {
  return client.query({
    name: 'insert-order-created-events',
    text: `insert into order_events (order_id, kind, to_status, source, created_at)
           select order_id, 'order.created', 'pending', 'checkout', $2 from unnest($1::uuid[]) as order_id`,
    values: [reservations.map(({ request }) => request.orderId), now],
  });
}

function insertAttempts(
  client: pg.PoolClient,
  reservations: readonly Reservation[],
  now: Date,
): Promise<pg.QueryResult>[] {
  const attempts = reservations.flatMap(({ request }) =>
    request.attempt ? [{ ...request.attempt, order: request }] : [],
  );
  if (attempts.length === 0) return [];
  return [
    client.query({
      name: 'insert-payment-attempts',
      text: `insert into payment_attempts (id, order_id, provider, kind, idempotency_key, amount, request,
               next_check_at, created_at, updated_at)
             select id, order_id, provider, kind, idempotency_key, amount, request, $8, $9, $9
             from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::jsonb[])
               as a (id, order_id, provider, kind, idempotency_key, amount, request)`,
      values: [
        attempts.map((attempt) => attempt.id),
        attempts.map((attempt) => attempt.order.orderId),
        attempts.map((attempt) => attempt.provider),
        attempts.map((attempt) => attempt.kind),
        attempts.map((attempt) => attempt.idempotencyKey),
        attempts.map((attempt) => numericFromCentavos(attempt.order.totalCentavos)),
        attempts.map((attempt) => (attempt.request ? JSON.stringify(attempt.request) : null)),
        new Date(now.getTime() + FIRST_CHECK_DELAY_MS),
        now,
      ],
    }),
  ];
}

/** In key order, so that concurrent batches never deadlock. */
function insertAcceptances(
  client: pg.PoolClient,
  reservations: readonly Reservation[],
  now: Date,
): Promise<pg.QueryResult>[] {
  const acceptances = reservations.flatMap(({ request }) =>
    (request.acceptedRegulations ?? []).map((acceptance) => ({ ...acceptance, userId: request.userId })),
  );
  if (acceptances.length === 0) return [];
  return [
    client.query({
      name: 'insert-regulation-acceptances',
      text: `insert into regulation_acceptances (user_id, rifa_id, regulation_sha256, accepted_at)
             select user_id, rifa_id, regulation_sha256, $4
             from unnest($1::uuid[], $2::uuid[], $3::text[]) as a (user_id, rifa_id, regulation_sha256)
             order by user_id, rifa_id, regulation_sha256
             on conflict do nothing`,
      values: [
        acceptances.map((acceptance) => acceptance.userId),
        acceptances.map((acceptance) => acceptance.rifaId),
        acceptances.map((acceptance) => acceptance.regulationSha256),
        now,
      ],
    }),
  ];
}

/** Locks the links, so that a concurrent delete never fails the batch. */
function insertShareOrders(
  client: pg.PoolClient,
  reservations: readonly Reservation[],
  now: Date,
): Promise<pg.QueryResult>[] {
  const shared = reservations.flatMap(({ request: { orderId, shareCode } }) =>
    shareCode ? [{ orderId, shareCode }] : [],
  );
  if (shared.length === 0) return [];
  return [
    client.query({
      name: 'insert-share-orders',
      text: `insert into share_orders (order_id, code, created_at)
             select order_id, code, $3 from unnest($1::uuid[], $2::text[]) as s (order_id, code)
             join share_links using (code) order by code for key share of share_links`,
      values: [shared.map(({ orderId }) => orderId), shared.map(({ shareCode }) => shareCode), now],
    }),
  ];
}

function countReserved(client: pg.PoolClient, pages: readonly TakenPage[]): Promise<pg.QueryResult> {
  return client.query({
    name: 'count-reserved',
    text: `insert into rifa_counters (rifa_id, stripe, reserved)
           select rifa_id, pg_backend_pid() % ${COUNTER_STRIPES}, sum(count) from unnest($1::uuid[], $2::integer[]) as t (rifa_id, count)
           group by rifa_id order by rifa_id
           on conflict (rifa_id, stripe) do update set reserved = rifa_counters.reserved + excluded.reserved`,
    values: [pages.map((page) => page.rifaId), pages.map((page) => page.count)],
  });
}
