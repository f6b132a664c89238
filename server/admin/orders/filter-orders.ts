/** Conditions on `orders` for the filters of the panel's list and of its export. */
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { OrderFilters, OrderTag } from '@mare/contract/admin/orders-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import { parseSearchText, type SearchText } from '@mare/domain/admin/search-text.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';
import { findPeople, matchesPerson, MATCHES_MAX } from '../../accounts/search/find-people.ts';
import { linesWithNumber } from '../../orders/numbers/holders-of-number.ts';
import { ordersWithCoupon, ordersWithRifa } from './order-conditions.ts';

type Condition = RawBuilder<SqlBool>;

export interface CompiledFilter {
  /** Condition on a table or alias `orders`. */
  condition: Condition;
  /** Selects nearly the same rows, and gives the query planner a better estimate. */
  estimate: Condition;
  isSimilar: boolean;
}

export async function compileOrderFilter(db: Kysely<DB>, filters: OrderFilters): Promise<CompiledFilter> {
  const found = filters.search.trim() === '' ? null : await compileSearch(db, filters);
  const { rifaId, coupon } = filters;
  const had = await Promise.all([
    ...(rifaId ? [ordersWithRifa(db, rifaId)] : []),
    ...(coupon ? [ordersWithCoupon(db, coupon.trim().toUpperCase())] : []),
  ]);
  const others = [...simpleConditions(filters), ...(found ? [found.condition] : [])];
  return {
    condition: allOf([...had.map(({ condition }) => condition), ...others]),
    estimate: allOf([...had.map(({ estimate }) => estimate), ...others]),
    isSimilar: found?.isSimilar ?? false,
  };
}

function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function compileSearch(
  db: Kysely<DB>,
  { search, rifaId }: OrderFilters,
): Promise<Omit<CompiledFilter, 'estimate'>> {
  const text = parseSearchText(search);
  const people = await findPeople(db, text);
  const { reference } = text;
  const lines = text.cota === null ? null : await linesWithNumber(db, text.cota, rifaId || null);
  const ids = [
    sql`select id from orders where external_reference = ${reference}`,
    sql`select order_id from provider_payments where payment_id = ${reference} or end_to_end_id = ${reference}`,
    // All parts of a group purchase, by its link.
    sql`select orders.id from orders join group_purchase_parts as part on part.id = orders.group_part_id
      join group_purchases on group_purchases.id = part.group_id where token = ${reference}`,
    ...(UUID.test(reference) ? [sql`select ${reference}::uuid`] : []),
    ...(lines ? [sql`select order_id from (${lines}) as line`] : []),
    ...(people.isPartial ? [] : [sql`select id from orders where user_id = any (${people.ids}::uuid[])`]),
  ];
  // As an array: for a union of ids the planner overestimates their number and scans all orders.
  const found = sql<SqlBool>`orders.id = any (array(${sql.join(ids, sql` union `)}))`;
  if (!people.isPartial) return { condition: found, isSimilar: people.isSimilar };
  return { condition: sql<SqlBool>`(${found} or ${buyerMatches(text)})`, isSimilar: false };
}

/** For searches that match more than `MATCHES_MAX` people: most pages of orders contain one of them. */
function buyerMatches(text: SearchText): Condition {
  const matches = matchesPerson(text);
  if (!matches) throw new Error(`a search without words found over ${MATCHES_MAX} people`);
  return sql<SqlBool>`exists (select from person_search where person_search.user_id = orders.user_id and ${matches})`;
}

function simpleConditions(filters: OrderFilters): Condition[] {
  const { from, to, rifaId, status, method, channel, affiliate } = filters;
  const { minCentavos, maxCentavos } = filters;
  return [
    from && sql<SqlBool>`orders.created_at >= ${from}::date::timestamp at time zone 'America/Maceio'`,
    to && sql<SqlBool>`orders.created_at < (${to}::date + 1)::timestamp at time zone 'America/Maceio'`,
    rifaId && sql<SqlBool>`orders.created_at >= (select created_at from rifas where id = ${rifaId})`,
    filters.ids && sql<SqlBool>`orders.id = any (${filters.ids.split(',')}::uuid[])`,
    filters.tag &&
      sql<SqlBool>`orders.id in (select order_id from tagged_orders where tag = ${filters.tag.trim()})`,
    filters.actionId &&
      sql<SqlBool>`orders.id in (select item_id from bulk_action_items where action_id = ${filters.actionId})`,
    filters.personId && sql<SqlBool>`orders.user_id = ${filters.personId}`,
    status === 'review' && sql<SqlBool>`orders.review_reason is not null`,
    status && status !== 'review' && sql<SqlBool>`orders.status = ${status}`,
    method && paidBy(method),
    channel && cameBy(channel),
    minCentavos !== undefined && sql<SqlBool>`orders.total_amount >= ${numericFromCentavos(minCentavos)}`,
    maxCentavos !== undefined && sql<SqlBool>`orders.total_amount <= ${numericFromCentavos(maxCentavos)}`,
    affiliate &&
      sql<SqlBool>`orders.affiliate_id = (select id from affiliates where affiliate_code = ${affiliate.trim().toUpperCase()})`,
  ].filter((condition): condition is Condition => Boolean(condition));
}

function paidBy(method: Exclude<OrderFilters['method'], ''>): Condition {
  const methods = {
    // Only sellers take cash. The Pix of a stand's sale has the same provider.
    cash: sql`payment.provider = ${CASH} and payment.method is distinct from 'pix' and ${isManual}`,
    pix: sql`payment.method = 'pix'`,
    other: sql`payment.method is distinct from 'pix' and payment.provider <> ${CASH}`,
  };
  return sql<SqlBool>`exists (select from provider_payments as payment
    where payment.order_id = orders.id and payment.disposition = 'settles' and ${methods[method]})`;
}

/** Prefix of the request ids of manual sales. */
const isManual = sql<SqlBool>`orders.client_request_id like 'hand-%'`;

function cameBy(channel: Exclude<OrderFilters['channel'], ''>): Condition {
  if (channel === 'manual') return isManual;
  if (channel === 'affiliate') return sql<SqlBool>`orders.affiliate_id is not null`;
  return sql<SqlBool>`orders.affiliate_id is null and not ${isManual}`;
}

/** SQL of a row's channel, by the same conditions. */
export const channelOf = sql<'site' | 'affiliate' | 'manual'>`case
  when ${isManual} then 'manual'
  when orders.affiliate_id is not null then 'affiliate' else 'site' end`;

/** SQL of a row's tags, ordered by name. */
export const tagsOfOrder = sql<OrderTag[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('name', tag.name, 'colour', tag.colour) order by tag.name), '[]')
  from tagged_orders tagged join order_tags tag on tag.name = tagged.tag where tagged.order_id = orders.id)`;
