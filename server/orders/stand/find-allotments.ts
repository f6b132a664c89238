import { type Kysely, sql, type Transaction } from 'kysely';
import type { OpenAllotment, StandAllotment } from '@mare/contract/checkout/stand.ts';
import type { DB } from '@mare/database/schema.ts';
import type { StandTerms } from '@mare/domain/checkout/price-stand-sale.ts';
import type { AllotmentEnd } from '@mare/domain/orders/stand-allotment.ts';

export interface Allotment {
  id: string;
  sellerId: string;
  rifaId: string;
  sendKeyHash: Buffer;
  numbers: number[];
  unsold: number[];
  terms: StandTerms;
  sellUntil: Date;
  endsAt: Date;
  createdAt: Date;
  end: AllotmentEnd | null;
  endedAt: Date | null;
  /** The allotment on another phone that has these numbers now. */
  movedTo: string | null;
  /** Who may take it over besides its seller. */
  offeredTo: string | null;
}

function selectAllotments(db: Kysely<DB>) {
  return db
    .selectFrom('standAllotments')
    .select(['id', 'sellerId', 'rifaId', 'sendKeyHash', 'numbers', 'unsold', 'terms'])
    .select(['sellUntil', 'endsAt', 'createdAt', 'endReason', 'endedAt', 'movedTo', 'offeredTo']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAllotments>['executeTakeFirstOrThrow']>>;

function toAllotment({ endReason, terms, ...row }: Row): Allotment {
  return { ...row, terms: terms as unknown as StandTerms, end: endReason as AllotmentEnd | null };
}

export async function findAllotment(db: Kysely<DB>, id: string): Promise<Allotment | null> {
  const row = await selectAllotments(db).where('id', '=', id).executeTakeFirst();
  return row ? toAllotment(row) : null;
}

/** Serializes the sales of one allotment and its end. */
export async function lockAllotment(trx: Transaction<DB>, id: string): Promise<Allotment> {
  return toAllotment(await selectAllotments(trx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow());
}

/** Finds the chain of allotments that took over from each other, oldest first, which is the order of their locks. */
export async function lockHolder(trx: Transaction<DB>, sent: Allotment): Promise<Allotment> {
  let holder = sent;
  while (holder.movedTo !== null) holder = await lockAllotment(trx, holder.movedTo);
  return holder;
}

/** The allotment that has the numbers of this one now; this one, if no phone took it over. */
export async function findHolder(db: Kysely<DB>, id: string): Promise<Allotment> {
  let holder = (await findAllotment(db, id))!;
  while (holder.movedTo !== null) holder = (await findAllotment(db, holder.movedTo))!;
  return holder;
}

/** Open allotments of the seller, and those of others that the seller may take over; newest first. */
export async function listOpenAllotments(db: Kysely<DB>, sellerId: string): Promise<OpenAllotment[]> {
  const rows = await selectAllotments(db)
    .where((eb) => eb.or([eb('sellerId', '=', sellerId), eb('offeredTo', '=', sellerId)]))
    .where('endedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map((row) => ({ ...shownAllotment(toAllotment(row)), isOwn: row.sellerId === sellerId }));
}

export function shownAllotment({ id, rifaId, numbers, unsold, terms, ...times }: Allotment): StandAllotment {
  return {
    id,
    rifaId,
    title: terms.title,
    numbers,
    unsold,
    sellUntil: times.sellUntil.toISOString(),
    endsAt: times.endsAt.toISOString(),
    createdAt: times.createdAt.toISOString(),
  };
}

/** For those who manage the rifa; newest first. */
export async function listAllotmentsOfRifa(db: Kysely<DB>, rifaId: string) {
  const rows = await db
    .selectFrom('standAllotments')
    .innerJoin('profiles', 'profiles.id', 'standAllotments.sellerId')
    .leftJoin('profiles as next', 'next.id', 'standAllotments.offeredTo')
    .select(['standAllotments.id', 'profiles.name', 'sellUntil', 'endsAt', 'standAllotments.createdAt'])
    .select(['standAllotments.sellerId', 'next.name as offeredTo'])
    .select([
      sql<number>`cardinality(stand_allotments.numbers)`.as('setAside'),
      sql<number>`cardinality(stand_allotments.unsold)`.as('unsold'),
    ])
    .where('rifaId', '=', rifaId)
    .where('endedAt', 'is', null)
    .orderBy('standAllotments.createdAt', 'desc')
    .execute();
  return rows.map(({ name, sellUntil, endsAt, createdAt, ...row }) => ({
    ...row,
    seller: name ?? '',
    sellUntil: sellUntil.toISOString(),
    endsAt: endsAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }));
}
