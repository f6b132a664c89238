import { type Kysely, sql, type Transaction } from 'kysely';
import type { StandAllotment } from '@mare/contract/checkout/stand.ts';
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
}

function selectAllotments(db: Kysely<DB>) {
  return db
    .selectFrom('standAllotments')
    .select(['id', 'sellerId', 'rifaId', 'sendKeyHash', 'numbers', 'unsold', 'terms'])
    .select(['sellUntil', 'endsAt', 'createdAt', 'endReason']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAllotments>['executeTakeFirstOrThrow']>>;

function toAllotment({ endReason, terms, ...row }: Row): Allotment {
  return { ...row, terms: terms as unknown as StandTerms, end: endReason as AllotmentEnd | null };
}

export async function findAllotment(db: Kysely<DB>, id: string): Promise<Allotment | null> {
  const row = await selectAllotments(db).where('id', '=', id).executeTakeFirst();
  return row ? toAllotment(row) : null;
}

/** Sales of one allotment, and its end, come one after the other. */
export async function lockAllotment(trx: Transaction<DB>, id: string): Promise<Allotment> {
  return toAllotment(await selectAllotments(trx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow());
}

/** Newest first. */
export async function listOpenAllotments(db: Kysely<DB>, sellerId: string): Promise<StandAllotment[]> {
  const rows = await selectAllotments(db)
    .where('sellerId', '=', sellerId)
    .where('endedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map((row) => shownAllotment(toAllotment(row)));
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
    .select(['standAllotments.id', 'profiles.name', 'sellUntil', 'endsAt', 'standAllotments.createdAt'])
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
