import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { peopleAdmin, PeopleFilters, PersonRow } from '@mare/contract/admin/people-admin.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { INTERACTION_SOURCE } from '@mare/domain/personalization/interactions.ts';
import { parseSearchText } from '@mare/domain/admin/search-text.ts';
import { statedEmail } from '../../accounts/express/stated-email.ts';
import { findPeople, peopleMatching } from '../../accounts/search/find-people.ts';
import { cashOwed } from '../../orders/reading/cash-owed.ts';
import { disputedNow } from '../../orders/reading/disputed-orders.ts';
import { firstRifaTitle, rifasOfOrder } from '../../orders/returns/rifas-of-order.ts';
import { stayingCotas } from '../../orders/returns/staying-cotas.ts';
import { toListPage, pageWindow } from '../../platform/database/list-page.ts';

export type PeopleInput = z.output<NonNullable<(typeof peopleAdmin.list)['~orpc']['inputSchema']>>;

const tagsOf = sql<string[]>`array(select tag from person_tags where user_id = profiles.id order by tag)`;

function rows(db: Kysely<DB>) {
  return db
    .selectFrom('profiles')
    .select(['profiles.id', 'profiles.name', 'profiles.email', 'profiles.phone', 'profiles.city'])
    .select(['profiles.role', 'profiles.segment', 'profiles.totalOrders', 'profiles.totalSpent'])
    .select(['profiles.createdAt', tagsOf.as('tags'), statedEmail('profiles.id').as('statedEmail')]);
}

/** Condition on `profiles` for a filter. With typing errors if nothing matches. */
export async function compilePeopleFilter(
  db: Kysely<DB>,
  { search, segment }: PeopleFilters,
): Promise<{ condition: RawBuilder<SqlBool>; isSimilar: boolean }> {
  const ofSegment = segment === '' ? sql<SqlBool>`true` : sql<SqlBool>`profiles.segment = ${segment}`;
  if (search === '') return { condition: ofSegment, isSimilar: false };
  const { ids, isSimilar, isPartial } = await findPeople(db, parseSearchText(search));
  if (isPartial)
    return {
      condition: sql<SqlBool>`${ofSegment} and profiles.id in ${peopleMatching(search)}`,
      isSimilar,
    };
  const condition = sql<SqlBool>`${ofSegment} and profiles.id = any (array(select unnest(${ids}::uuid[])
    union select user_id from person_tags where tag = ${search.trim()}))`;
  return { condition, isSimilar };
}

/** @param withContact false leaves out e-mail and phone */
export async function selectPeople(
  db: Kysely<DB>,
  { search, sort, segment, page }: PeopleInput,
  withContact: boolean,
) {
  const { limit, offset } = pageWindow(page);
  const { condition, isSimilar } = await compilePeopleFilter(db, { search, segment });
  const people = await rows(db)
    .where(condition)
    // The sorting index omits people without points.
    .$if(sort === 'points', (query) =>
      query
        .where('profiles.totalPoints', '>', 0)
        .orderBy('profiles.totalPoints', 'desc')
        .orderBy('profiles.id'),
    )
    .$if(sort === 'newest', (query) => query.orderBy('profiles.createdAt', 'desc').orderBy('profiles.id'))
    .limit(limit)
    .offset(offset)
    .execute();
  const found = people.map(toRow);
  return { ...toListPage(withContact ? found : found.map(withoutContact)), isSimilar };
}

function withoutContact(row: PersonRow): PersonRow {
  return { ...row, email: null, statedEmail: null, phone: null };
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

export function toRow({ totalSpent, createdAt, role, segment, ...row }: Row): PersonRow {
  return {
    ...row,
    role: role as PersonRow['role'],
    segment: segment as PersonRow['segment'],
    totalSpentCentavos: centavosFromNumeric(totalSpent),
    createdAt: createdAt.toISOString(),
  };
}

export function findPersonProfile(db: Kysely<DB>, id: string) {
  return rows(db)
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select(['profiles.state', 'profiles.cpf', 'profiles.totalPoints as points', 'profiles.lastActivityAt'])
    .select('auth.users.bannedUntil')
    .select((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('auth.mfaFactors')
              .select('auth.mfaFactors.id')
              .whereRef('auth.mfaFactors.userId', '=', 'profiles.id')
              .where('auth.mfaFactors.status', '=', 'verified'),
          ),
          eb.exists(
            eb
              .selectFrom('auth.passkeys')
              .select('auth.passkeys.id')
              .whereRef('auth.passkeys.userId', '=', 'profiles.id'),
          ),
        ])
        .as('hasSecondFactor'),
    )
    .where('profiles.id', '=', id)
    .executeTakeFirst();
}

export function selectNotes(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('personNotes')
    .leftJoin('profiles as author', 'author.id', 'personNotes.addedBy')
    .select(['personNotes.id', 'personNotes.note', 'personNotes.createdAt', 'author.name as addedBy'])
    .where('personNotes.userId', '=', userId)
    .orderBy('personNotes.createdAt', 'desc')
    .limit(100)
    .execute();
}

export function selectLatestOrders(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('orders')
    .select(['orders.id', 'orders.externalReference', 'orders.totalAmount', 'orders.returnedAmount'])
    .select([disputedNow.as('isDisputed'), cashOwed.as('cashOwedCentavos')])
    .select([stayingCotas.as('quantity'), firstRifaTitle.as('rifaTitle'), rifasOfOrder.as('rifas')])
    .select(['orders.status', 'orders.createdAt'])
    .where('orders.userId', '=', userId)
    .orderBy('orders.createdAt', 'desc')
    .limit(20)
    .execute();
}

export function selectLatestActivity(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('activityLogs')
    .select(['id', 'createdAt', sql<string>`coalesce(details->>'description', action)`.as('description')])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}

export function findSubscription(db: Kysely<DB>, email: string) {
  return db
    .selectFrom('newsletterSubscribers')
    .select(['confirmedAt', 'unsubscribedAt'])
    .where('email', '=', email)
    .executeTakeFirst();
}

const SEEN_RIFAS = 5;
/** How far back views are searched. */
const SEEN_EVENTS = 300;

/** Rifas the person viewed last. */
export async function selectSeenRifas(
  db: Kysely<DB>,
  userId: string,
): Promise<{ rifaId: string; title: string; carted: boolean; seenAt: Date }[]> {
  const { rows } = await sql<{ rifaId: string; title: string; carted: boolean; seenAt: Date }>`
    select rifas.id as rifa_id, rifas.title, bool_or(seen.type = 'add_to_cart') as carted, max(seen.created_at) as seen_at
    from (
      select id, interaction_type as type, (interaction_data ->> 'rifaId')::uuid as rifa_id, created_at
      from customer_interactions where user_id = ${userId} and source = ${INTERACTION_SOURCE}
      order by id desc limit ${SEEN_EVENTS}) as seen
    join rifas on rifas.id = seen.rifa_id
    group by rifas.id order by max(seen.id) desc limit ${SEEN_RIFAS}`.execute(db);
  return rows;
}
