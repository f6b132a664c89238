/** Report to the authority after a draw: the promotion, its money, its prizes and their recipients. */
import { sql, type Kysely } from 'kysely';
import type { FinanceFigures } from '@mare/contract/admin/finance.ts';
import type { DB } from '@mare/database/schema.ts';
import type { LegalRoute } from '@mare/domain/rifas/legal/legal-routes.ts';
import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { readFinance } from '../../admin/finance/read-finance.ts';
import { reportPrizes, type ReportedPrize } from '../../draws/prizes/report-prizes.ts';

export interface PromotionReport {
  title: string;
  status: RifaStatus;
  route: LegalRoute;
  authorisationNumber: string | null;
  /** ISO dates. */
  validFrom: string | null;
  validUntil: string | null;
  organiser: { name: string | null; cnpj: string | null };
  beneficiary: { name: string | null; cnpj: string | null };
  /** SHA-256 of the regulation. */
  regulationSha256: string | null;
  salesFrom: Date;
  /** When sales ended: as announced, or earlier. */
  salesUntil: Date;
  totalNumbers: number;
  /** Numbers on the frozen list; before the freeze, numbers sold so far. */
  soldNumbers: number;
  paidOrders: number;
  /** Null before it. */
  draw: { extraction: number; extractionDate: string; listHash: string; drawnAt: Date } | null;
  /** Centavos. A draft has costs too, such as the fee of its authorisation. */
  figures: FinanceFigures | null;
  prizes: ReportedPrize[];
  instantPrizes: { position: number; name: string; number: number | null; deliveredAt: Date | null }[];
}

/** @returns null for an unknown or unpublished rifa */
export async function readPromotionReport(
  db: Kysely<DB>,
  rifaId: string,
  now: Date,
): Promise<PromotionReport | null> {
  const rifa = await db
    .selectFrom('rifas')
    .leftJoin('rifaLegal as legal', 'legal.rifaId', 'rifas.id')
    .leftJoin('drawLists as list', 'list.rifaId', 'rifas.id')
    .select(['rifas.title', 'rifas.status', 'rifas.publishedAt', 'rifas.salesEndAt', 'rifas.totalNumbers'])
    .select(['rifas.createdAt', 'rifas.opensAt', 'rifas.closedAt', 'rifas.cancelledAt'])
    .select(['legal.route', 'legal.authorisationNumber', 'legal.validFrom', 'legal.validUntil'])
    .select(['legal.organiserName', 'legal.organiserCnpj', 'legal.beneficiaryName', 'legal.beneficiaryCnpj'])
    .select(['legal.regulationSha256', 'list.listHash', 'list.soldNumbers as listedNumbers'])
    .where('rifas.id', '=', rifaId)
    .where('rifas.publishedAt', 'is not', null)
    .executeTakeFirst();
  if (!rifa?.publishedAt) return null;
  const period = { from: dateInMaceio(rifa.createdAt), to: dateInMaceio(now) };
  const [paid, draw, books, prizes, instantPrizes] = await Promise.all([
    countPaid(db, rifaId),
    findDraw(db, rifaId),
    readFinance(db, period),
    reportPrizes(db, rifaId, now),
    db
      .selectFrom('instantPrizes')
      .select(['position', 'name', 'number', 'deliveredAt'])
      .where('rifaId', '=', rifaId)
      .where('foundAt', 'is not', null)
      .where('voidedAt', 'is', null)
      .orderBy('position')
      .execute(),
  ]);
  return {
    title: rifa.title,
    status: rifa.status as RifaStatus,
    route: (rifa.route ?? 'none') as LegalRoute,
    authorisationNumber: rifa.authorisationNumber,
    validFrom: rifa.validFrom,
    validUntil: rifa.validUntil,
    organiser: { name: rifa.organiserName, cnpj: rifa.organiserCnpj },
    beneficiary: { name: rifa.beneficiaryName, cnpj: rifa.beneficiaryCnpj },
    regulationSha256: rifa.regulationSha256,
    salesFrom: rifa.opensAt ?? rifa.publishedAt,
    salesUntil: earliest(rifa.salesEndAt, rifa.closedAt, rifa.cancelledAt),
    totalNumbers: rifa.totalNumbers,
    soldNumbers: rifa.listedNumbers ?? paid.numbers,
    paidOrders: paid.orders,
    draw: draw && rifa.listHash ? { ...draw, listHash: rifa.listHash } : null,
    figures: books.rifas.find((each) => each.rifaId === rifaId) ?? null,
    prizes,
    instantPrizes,
  };
}

function earliest(first: Date, ...others: (Date | null)[]): Date {
  return others.reduce<Date>((least, one) => (one && one < least ? one : least), first);
}

async function countPaid(db: Kysely<DB>, rifaId: string) {
  const { rows } = await sql<{ orders: number; numbers: number }>`
    select count(distinct orders.id)::int as orders, coalesce(sum(cardinality(item.selected_numbers)), 0)::int as numbers
    from order_items as item join orders on orders.id = item.order_id
    where item.rifa_id = ${rifaId} and orders.status = 'paid'`.execute(db);
  return rows[0]!;
}

/** The latest draw, with the seal that decided it. */
async function findDraw(db: Kysely<DB>, rifaId: string) {
  const row = await db
    .selectFrom('draws')
    .innerJoin('drawSeals as seal', (join) =>
      join.onRef('seal.rifaId', '=', 'draws.rifaId').onRef('seal.version', '=', 'draws.sealVersion'),
    )
    .select(['seal.extraction', 'seal.extractionDate', 'draws.drawnAt'])
    .where('draws.rifaId', '=', rifaId)
    .orderBy('draws.version', 'desc')
    .executeTakeFirst();
  return row ?? null;
}
