/** Reads and locks of the order batch writer. Statements are prepared: planning would cost more than execution. */
import type pg from 'pg';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import type { ReserveRequest, ReserveResult } from './reserve-request.ts';

export interface PageRow {
  rifa_id: string;
  page_no: number;
  size: number;
  /** 128 bytes; see number-pages.queries.ts. */
  taken: Buffer;
}

export interface PagesRequest {
  rifaId: string;
  pages: number;
  /** Pages already locked by this transaction. */
  except: readonly number[];
}

/** Idempotency key of a request: user and client key. */
export function requestKey({ userId, clientRequestId }: { userId: string; clientRequestId: string }): string {
  return `${userId} ${clientRequestId}`;
}

/**
 * The rifas on sale at `now`, locked against closing. `for key share` suffices and lets the sold count be updated
 * concurrently. Closing has two steps that match it: first the status changes in a separate transaction, so that
 * later batches see the rifa closed; then freezing the list locks the row `for update`, which waits only for batches
 * that started before.
 */
export async function lockOpenRifas(
  client: pg.PoolClient,
  rifaIds: string[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock-open-rifas',
    text: `select id from rifas where id = any($1::uuid[]) and status = 'active' and sales_end_at > $2
             and coalesce(opens_at <= $2, true) and paused_at is null order by id for key share`,
    values: [rifaIds, now],
  });
  return new Set(rows.map((row) => row.id));
}

/** A stored order with the key of a request. */
export interface StoredRequest {
  orderId: string;
  requestHash: string | null;
}

/**
 * Stored orders by idempotency key.
 *
 * The user is compared as text so that only the index that begins with the key applies: no scan over the orders of a
 * user.
 */
export async function findStoredOrders(
  client: pg.PoolClient,
  requests: readonly ReserveRequest[],
): Promise<Map<string, StoredRequest>> {
  const { rows } = await client.query<{
    id: string;
    user_id: string;
    client_request_id: string;
    request_hash: string | null;
  }>({
    name: 'find-stored-orders',
    text: `select o.id, o.user_id, o.client_request_id, o.request_hash from orders o
           join unnest($1::text[], $2::text[]) as asked (user_id, client_request_id)
             on o.client_request_id = asked.client_request_id and o.user_id::text = asked.user_id`,
    values: [requests.map((request) => request.userId), requests.map((request) => request.clientRequestId)],
  });
  return new Map(
    rows.map((row) => [
      requestKey({ userId: row.user_id, clientRequestId: row.client_request_id }),
      { orderId: row.id, requestHash: row.request_hash },
    ]),
  );
}

/** Locks pages in ascending order, waiting for locks. Full pages are skipped. */
export async function lockRequestedPages(
  client: pg.PoolClient,
  pages: readonly { rifaId: string; pageNo: number }[],
): Promise<PageRow[]> {
  if (pages.length === 0) return [];
  const { rows } = await client.query<PageRow>({
    name: 'lock-requested-pages',
    text: `select p.rifa_id, p.page_no, p.size, substring(bit_send(p.taken) from 5) as taken from number_pages p
           join unnest($1::uuid[], $2::integer[]) as requested (rifa_id, page_no) using (rifa_id, page_no)
           where p.is_open
           order by p.rifa_id, p.page_no for update of p`,
    values: [pages.map((page) => page.rifaId), pages.map((page) => page.pageNo)],
  });
  return rows;
}

/** Locks the lowest open pages, skipping locked ones, so it cannot deadlock. */
export async function lockLowestPages(
  client: pg.PoolClient,
  requests: readonly PagesRequest[],
): Promise<PageRow[]> {
  if (requests.length === 0) return [];
  const { rows } = await client.query<PageRow>({
    name: 'lock-lowest-pages',
    text: `select p.* from unnest($1::uuid[], $2::integer[], $3::text[]) as asked (rifa_id, pages, except_pages),
           lateral (
             select rifa_id, page_no, size, substring(bit_send(taken) from 5) as taken from number_pages
             where rifa_id = asked.rifa_id and is_open and page_no <> all (asked.except_pages::integer[])
             order by page_no limit asked.pages for update skip locked
           ) as p`,
    values: [
      requests.map((one) => one.rifaId),
      requests.map((one) => one.pages),
      requests.map((one) => `{${one.except.join(',')}}`),
    ],
  });
  return rows;
}

/** Free numbers of each rifa as committed, including those locked by other transactions. */
export async function countFree(
  client: pg.PoolClient,
  rifaIds: readonly string[],
): Promise<Map<string, number>> {
  if (rifaIds.length === 0) return new Map();
  const { rows } = await client.query<{ rifa_id: string; free: number }>({
    name: 'count-free-numbers',
    text: `select asked.rifa_id, coalesce(sum(p.size - p.taken_count), 0) as free
           from unnest($1::uuid[]) as asked (rifa_id)
           left join number_pages p on p.rifa_id = asked.rifa_id and p.is_open
           group by asked.rifa_id`,
    values: [[...new Set(rifaIds)]],
  });
  return new Map(rows.map((row) => [row.rifa_id, row.free]));
}

/** Results of earlier orders, by order id. */
export async function readStoredOrders(
  client: pg.PoolClient,
  orderIds: readonly string[],
): Promise<Map<string, ReserveResult>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await client.query<{
    id: string;
    external_reference: string;
    status: OrderStatus;
    total_amount: string;
    hold_expires_at: Date;
    created_at: Date;
    lines: { rifaId: string; numbers: number[] }[];
  }>({
    name: 'read-stored-orders',
    text: `select o.id, o.external_reference, o.status, o.total_amount, o.hold_expires_at, o.created_at,
             (select json_agg(json_build_object('rifaId', i.rifa_id, 'numbers', i.selected_numbers) order by i.line_no)
              from order_items i where i.order_id = o.id) as lines
           from orders o where o.id = any($1::uuid[])`,
    values: [[...new Set(orderIds)]],
  });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ok: true,
        repeated: true,
        order: {
          id: row.id,
          externalReference: row.external_reference,
          status: row.status,
          totalCentavos: centavosFromNumeric(row.total_amount),
          holdExpiresAt: row.hold_expires_at,
          createdAt: row.created_at,
        },
        lines: row.lines.map((line) => ({ ...line, kept: line.numbers, replaced: [] })),
      },
    ]),
  );
}
