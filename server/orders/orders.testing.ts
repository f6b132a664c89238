/** Fixtures of the order tests: buyers, rifas, complete requests, and a consistency check. */
import { randomUUID } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import { newCpf } from '@mare/domain/accounts/person-numbers.testing.ts';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import type { DB, Orders } from '@mare/database/schema.ts';
import { createTestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { type Random, systemClock, systemRandom } from '../platform/clock.ts';
import { createLog } from '../platform/log/log.ts';
import { makeNumberPages } from './numbers/make-number-pages.ts';
import { findPermutations } from './numbers/number-permutations.ts';
import type { ReserveLine, ReserveRequest } from './reservation/reserve-request.ts';

export async function createOrderTestbed(options: { maxConnections?: number } = {}) {
  const database = await createTestDatabase(options);
  const { db, pool } = database;
  return {
    ...database,
    platform: {
      db,
      pool,
      caches: createCaches(),
      clock: systemClock,
      random: systemRandom,
      log: createLog('silent'),
    },
  };
}

/** An eligible buyer with a CPF who accepted the terms, unless the given profile makes them ineligible. */
export async function addBuyer(
  db: Kysely<DB>,
  profile: { city?: string; state?: string; birthDate?: string | Date; cpf?: string | null } = {
    city: 'Maceió',
    state: 'AL',
    birthDate: '1990-02-28',
  },
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('auth.users')
    .values({ id, email: `${id}@exemplo.com.br` })
    .execute();
  await db
    .insertInto('profiles')
    .values({ id, cpf: newCpf(), ...profile })
    .execute();
  await db
    .insertInto('termsAcceptances')
    .values({ userId: id, version: TERMS.version, acceptedAt: systemClock.now() })
    .execute();
  return id;
}

/** An express account that is not confirmed. @returns the account's id */
export async function addExpressAccount(db: Kysely<DB>, email: string, createdAt: Date): Promise<string> {
  const userId = await addBuyer(db);
  await db.updateTable('auth.users').set({ email: null }).where('id', '=', userId).execute();
  await db
    .insertInto('expressAccounts')
    .values({ userId, email, phone: '5582999990000', createdAt })
    .execute();
  return userId;
}

/** An admin appointed years ago, who may approve requests of others. */
export async function addAdmin({ db }: { db: Kysely<DB> }): Promise<string> {
  const id = await addBuyer(db);
  await db
    .updateTable('profiles')
    .set({ role: 'admin', adminSince: new Date('2020-01-01T12:00:00Z') })
    .where('id', '=', id)
    .execute();
  return id;
}

/** Inserts only the order's row, without numbers or payments. By default it is pending, and its hold ends now. */
export function addOrderRow(
  db: Kysely<DB>,
  order: Pick<Insertable<Orders>, 'userId' | 'rifaId'> & Partial<Insertable<Orders>>,
): Promise<{ id: string; externalReference: string }> {
  return db
    .insertInto('orders')
    .values({
      id: randomUUID(),
      externalReference: randomUUID(),
      clientRequestId: randomUUID(),
      quantity: 1,
      totalAmount: '2.00',
      customer: '{}',
      holdExpiresAt: systemClock.now(),
      ...order,
    })
    .returning(['id', 'externalReference'])
    .executeTakeFirstOrThrow();
}

export async function addRifa(
  db: Kysely<DB>,
  totalNumbers: number,
  {
    id = randomUUID(),
    status = 'active',
    random = systemRandom,
  }: { id?: string; status?: string; random?: Random } = {},
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('rifas')
      .values({
        id,
        title: 'Moto',
        price: '2.00',
        totalNumbers,
        status,
        drawDate: new Date(systemClock.now().getTime() + 30 * 86_400_000),
      })
      .execute();
    await makeNumberPages(trx, random, id, totalNumbers);
    return id;
  });
}

export function line(rifaId: string, quantity: number, requestedNumbers: number[] = []): ReserveLine {
  return {
    rifaId,
    quantity,
    requestedNumbers,
    bonusQuantity: 0,
    unitPriceCentavos: 200,
    totalCentavos: quantity * 200,
  };
}

export function request(
  userId: string,
  lines: ReserveLine[],
  changes: Partial<ReserveRequest> = {},
): ReserveRequest {
  return {
    orderId: randomUUID(),
    externalReference: randomUUID(),
    userId,
    clientRequestId: randomUUID(),
    customer: { name: 'Maria Silva' },
    totalCentavos: lines.reduce((sum, { totalCentavos }) => sum + totalCentavos, 0),
    holdExpiresAt: new Date(systemClock.now().getTime() + 15 * 60_000),
    lines,
    attempt: null,
    ...changes,
  };
}

export interface NumberCounts {
  total: number;
  free: number;
  reserved: number;
  sold: number;
}

/**
 * Compares pages, counters, orders, stand allotments and free parts of group purchases of a rifa.
 *
 * @throws if they differ or a number is in two of them
 */
export async function checkNumberCounts(db: Kysely<DB>, rifaId: string): Promise<NumberCounts> {
  const permutation = (await findPermutations(db, [rifaId])).get(rifaId)!;
  const pages = await db
    .selectFrom('numberPages')
    .selectAll()
    .where('rifaId', '=', rifaId)
    .orderBy('pageNo')
    .execute();
  const taken = new Set<number>();
  for (const page of pages)
    for (let at = page.taken.indexOf('1'); at !== -1; at = page.taken.indexOf('1', at + 1))
      taken.add(permutation.numberAt(page.pageNo * 1024 + at));
  const items = await db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orders.status', 'orderItems.selectedNumbers'])
    .where('orderItems.rifaId', '=', rifaId)
    .where('orders.status', 'in', ['pending', 'paid'])
    .execute();
  const { rows: stands } = await sql<{ unsold: number[] }>`
    select unsold from stand_allotments where rifa_id = ${rifaId}`.execute(db);
  const freeParts = await db
    .selectFrom('groupPurchaseParts')
    .innerJoin('groupPurchases', 'groupPurchases.id', 'groupPurchaseParts.groupId')
    .select('numbers')
    .where('rifaId', '=', rifaId)
    .where('isFree', '=', true)
    .execute();
  const setAside = [
    ...stands.flatMap(({ unsold }) => unsold),
    ...freeParts.flatMap(({ numbers }) => numbers),
  ];
  const owned = [...items.flatMap((item) => item.selectedNumbers), ...setAside];
  if (new Set(owned).size !== owned.length) throw new Error('a number is held twice');
  if (owned.length !== taken.size || owned.some((number) => !taken.has(number)))
    throw new Error(`orders own ${owned.length} numbers, pages have ${taken.size} taken`);
  const counters = await db
    .selectFrom('rifaCounters')
    .select((eb) => [eb.fn.sum<number>('reserved').as('reserved'), eb.fn.sum<number>('sold').as('sold')])
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  const count = (status: string) =>
    items
      .filter((item) => item.status === status)
      .reduce((sum, item) => sum + item.selectedNumbers.length, 0);
  const reserved = count('pending') + setAside.length;
  if (counters.reserved !== reserved || counters.sold !== count('paid'))
    throw new Error(
      `counters say ${counters.reserved} reserved and ${counters.sold} sold, orders, allotments and parts ${reserved} and ${count('paid')}`,
    );
  const size = pages.reduce((sum, page) => sum + page.size, 0);
  return { total: size, free: size - taken.size, reserved: counters.reserved, sold: counters.sold };
}
