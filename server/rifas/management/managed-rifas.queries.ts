import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { LegalFile, LegalPack } from '@mare/contract/rifas/legal-pack.ts';
import type { ManagedRifa, RifaRow } from '@mare/contract/rifas/managed-rifa.ts';
import type { rifasAdmin } from '@mare/contract/rifas/rifas-admin.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { PrizeType } from '@mare/domain/draws/prizes/prize-type.ts';
import type { DB } from '@mare/database/schema.ts';
import type { GalleryPicture } from '@mare/domain/rifas/picture.ts';
import type { Combo, PriceStep } from '@mare/domain/rifas/prices/price-steps.ts';
import { containing, toListPage, pageWindow } from '../../platform/database/list-page.ts';
import { moneyWithoutCotas } from '../../orders/returns/money-without-cotas.ts';
import { shownStatusOf } from '../../orders/participation/rifa-on-sale.ts';
import { EMPTY_LEGAL_PACK } from '../legal/empty-legal-pack.ts';

type ListInput = z.output<NonNullable<(typeof rifasAdmin.list)['~orpc']['inputSchema']>>;

const shownStatus = shownStatusOf('rifas');

/** Rifas in every state. The title search is a substring match: the table is small. */
export async function selectRifaRows(db: Kysely<DB>, { search, sort, status, page }: ListInput) {
  const { limit, offset } = pageWindow(page);
  const rows = await db
    .selectFrom('rifas')
    .select(['id', 'title', 'image', 'price', 'totalNumbers', 'soldNumbers', 'drawDate', 'createdAt'])
    .select(shownStatus.as('status'))
    .$if(status !== '', (query) => query.where(shownStatus, '=', status))
    .$if(search !== '', (query) => query.where('title', 'ilike', containing(search)))
    .$if(sort === 'draw', (query) => query.orderBy('drawDate', 'desc'))
    .$if(sort === 'title', (query) => query.orderBy('title'))
    .$if(sort === 'sold', (query) =>
      query.orderBy(sql`sold_numbers::double precision / total_numbers`, 'desc'),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return toListPage(
    rows.map(({ price, status, drawDate, createdAt, ...row }) => ({
      ...row,
      status: status as RifaRow['status'],
      priceCentavos: centavosFromNumeric(price),
      drawDate: drawDate.toISOString(),
      createdAt: createdAt.toISOString(),
    })),
  );
}

/** Everything that the panel shows and edits of a rifa, except its stats. */
export async function findRifaToManage(db: Kysely<DB>, id: string) {
  const rifa = await db.selectFrom('rifas').selectAll().where('id', '=', id).executeTakeFirst();
  if (!rifa) return null;
  const [prizes, legal, files] = await Promise.all([
    db.selectFrom('rifaPrizes').selectAll().where('rifaId', '=', id).orderBy('position').execute(),
    db.selectFrom('rifaLegal').selectAll().where('rifaId', '=', id).executeTakeFirst(),
    db
      .selectFrom('legalFiles')
      .select(['kind', 'name', 'type', 'storedAt'])
      .where('rifaId', '=', id)
      .orderBy('kind')
      .execute(),
  ]);
  const { regulationSha256, ...pack } = legal ?? {
    regulationSha256: '',
    ...EMPTY_LEGAL_PACK,
  };
  return {
    id,
    title: rifa.title,
    description: rifa.description,
    image: rifa.image,
    gallery: (rifa.gallery as unknown as GalleryPicture[]).map(({ image, alt }) => ({ image, alt })),
    video: rifa.video,
    priceCentavos: centavosFromNumeric(rifa.price),
    totalNumbers: rifa.totalNumbers,
    drawRule: rifa.drawRule,
    priceSteps: rifa.priceSteps as unknown as PriceStep[],
    combos: rifa.combos as unknown as Combo[],
    minPerOrder: rifa.minPerOrder,
    maxPerOrder: rifa.maxPerOrder,
    drawDate: rifa.drawDate.toISOString(),
    drawExtraction: rifa.drawExtraction,
    salesEndMinutes: rifa.salesEndMinutes,
    salesEndAt: rifa.salesEndAt.toISOString(),
    pauseReason: rifa.status === 'active' ? rifa.pauseReason : null,
    salesStart: rifa.salesStart?.toISOString() ?? null,
    eligibleCities: rifa.eligibleCities,
    eligibleState: rifa.eligibleState as ManagedRifa['eligibleState'],
    prizes: prizes.map(({ name, description, value, prizeType, image, serviceType, serviceCity }) => ({
      name,
      description,
      valueCentavos: value === null ? null : centavosFromNumeric(value),
      prizeType: prizeType as PrizeType,
      image,
      serviceType,
      serviceCity,
    })),
    // In the contract's field order, because fields are compared in it.
    legal: {
      route: pack.route as LegalPack['route'],
      authorisationNumber: pack.authorisationNumber,
      organiserName: pack.organiserName,
      organiserCnpj: pack.organiserCnpj,
      validFrom: pack.validFrom,
      validUntil: pack.validUntil,
      beneficiaryName: pack.beneficiaryName,
      beneficiaryCnpj: pack.beneficiaryCnpj,
      regulation: pack.regulation,
      taxNote: pack.taxNote,
    },
    regulationSha256,
    mayBePostponed: rifa.unsoldPolicy === 'postpone' && rifa.unsoldMinPercent > 0,
    legalFiles: files.map(({ storedAt, ...file }): LegalFile => ({
      ...(file as Pick<LegalFile, 'kind' | 'name' | 'type'>),
      storedAt: storedAt.toISOString(),
    })),
    status: rifa.status as ManagedRifa['status'],
    version: rifa.version,
    publishedAt: rifa.publishedAt?.toISOString() ?? null,
  };
}
export type RifaToManage = NonNullable<Awaited<ReturnType<typeof findRifaToManage>>>;

/** Cotas sold and reserved, and the revenue of paid orders less refunds in centavos. */
export async function readRifaStats(db: Kysely<DB>, rifaId: string) {
  const [counters, money, notices] = await Promise.all([
    db
      .selectFrom('rifaCounters')
      .select((eb) => [
        eb.fn.coalesce(eb.fn.sum<number>('sold'), sql<number>`0`).as('sold'),
        eb.fn.coalesce(eb.fn.sum<number>('reserved'), sql<number>`0`).as('reserved'),
      ])
      .where('rifaId', '=', rifaId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('orderItems')
      .innerJoin('orders', 'orders.id', 'orderItems.orderId')
      .select(
        sql<string | null>`sum(order_items.total_amount - ${moneyWithoutCotas('orderItems', 'orders')})`.as(
          'amount',
        ),
      )
      .where('orderItems.rifaId', '=', rifaId)
      .where('orders.status', '=', 'paid')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('openingNotices')
      .select(sql<number>`count(*)::integer`.as('requests'))
      .where('rifaId', '=', rifaId)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    soldNumbers: counters.sold,
    reservedNumbers: counters.reserved,
    revenueCentavos: centavosFromNumeric(money.amount ?? '0'),
    noticeRequests: notices.requests,
  };
}
