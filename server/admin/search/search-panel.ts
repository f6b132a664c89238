import { type Kysely, sql } from 'kysely';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import type { PanelHit } from '@mare/contract/admin/panel-search.ts';
import type { DB } from '@mare/database/schema.ts';
import { orderLabel } from '@mare/domain/orders/order-label.ts';
import { can, type Role } from '@mare/domain/accounts/permissions.ts';
import { parseSearchText } from '@mare/domain/admin/search-text.ts';
import { findPeople } from '../../accounts/search/find-people.ts';
import { containing } from '../../platform/database/list-page.ts';
import { listOrders } from '../orders/list-orders.ts';

/** Results shown per kind. */
const SHOWN = 5;
/** Tickets that are searched, newest first. */
const TICKETS_SEARCHED = 5_000;

/** Orders, people, rifas and tickets that match and that the role may open, newest first. */
export async function searchPanel(db: Kysely<DB>, search: string, role: Role): Promise<PanelHit[]> {
  const [orders, people, rifas, tickets] = await Promise.all([
    searchOrders(db, search),
    searchPeople(db, search),
    can(role, 'manage-rifas') ? searchRifas(db, search) : [],
    can(role, 'answer-tickets') ? searchTickets(db, search) : [],
  ]);
  const exact = [...rifas, ...tickets];
  // Similar names help only where nothing else was found.
  const ofBuyers = [orders, people].filter(({ isSimilar }) => !isSimilar || exact.length === 0);
  return [...ofBuyers.flatMap(({ hits }) => hits), ...exact];
}

interface FoundHits {
  hits: PanelHit[];
  isSimilar: boolean;
}

async function searchOrders(db: Kysely<DB>, search: string): Promise<FoundHits> {
  const { rows, isSimilar } = await listOrders(db, orderFilters.parse({ search }), false);
  const hits = rows.slice(0, SHOWN).map((order) => ({
    kind: 'order' as const,
    id: order.id,
    title: `${order.buyer.name ?? 'Sem nome'}, ${order.rifaTitle}`,
    state: orderLabel(order),
    totalCentavos: order.totalCentavos,
    at: order.createdAt,
  }));
  return { hits, isSimilar };
}

async function searchPeople(db: Kysely<DB>, search: string): Promise<FoundHits> {
  const { ids, isSimilar } = await findPeople(db, parseSearchText(search));
  if (ids.length === 0) return { hits: [], isSimilar };
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'name', 'createdAt'])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .orderBy('createdAt', 'desc')
    .limit(SHOWN)
    .execute();
  const hits = rows.map(({ id, name, createdAt }) =>
    hit('person', { id, title: name ?? 'Sem nome', createdAt }),
  );
  return { hits, isSimilar };
}

async function searchRifas(db: Kysely<DB>, search: string): Promise<PanelHit[]> {
  const rows = await db
    .selectFrom('rifas')
    .select(['id', 'title', 'status', 'createdAt'])
    .where(sql<boolean>`search_form(title) like search_form(${containing(search)})`)
    .orderBy('createdAt', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ status, ...rifa }) => ({ ...hit('rifa', rifa), state: status }));
}

async function searchTickets(db: Kysely<DB>, search: string): Promise<PanelHit[]> {
  const { rows } = await sql<{ id: string; title: string; state: string; createdAt: Date }>`
    select id, subject as title, status as state, created_at
    from (select * from support_tickets order by created_at desc limit ${sql.lit(TICKETS_SEARCHED)}) as recent
    where search_form(subject) like search_form(${containing(search)})
    order by created_at desc limit ${sql.lit(SHOWN)}`.execute(db);
  return rows.map(({ state, ...ticket }) => ({ ...hit('ticket', ticket), state }));
}

function hit(
  kind: PanelHit['kind'],
  { id, title, createdAt }: { id: string; title: string; createdAt: Date },
): PanelHit {
  return { kind, id, title, state: null, totalCentavos: null, at: createdAt.toISOString() };
}
