import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import { plainRichText } from '@mare/domain/rifas/rich-text.ts';
import type { RifaDetail, RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import type { CancelReason } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { SHOWN_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { salesOpenAt } from '@mare/domain/rifas/lifecycle/sales-start.ts';

const summaryColumns = [
  'rifas.id',
  'rifas.title',
  'rifas.description',
  'rifas.image',
  'rifas.price',
  'rifas.totalNumbers',
  'rifas.soldNumbers',
  'rifas.drawDate',
  'rifas.drawExtraction',
  'rifas.salesEndAt',
  'rifas.status',
  'rifas.pauseReason',
  'rifas.createdAt',
] as const;

/** Drawn rifas among the cards. */
const DRAWN_SHOWN = 3;

/** Rifas of the shop's list: active ones, newest first; paused ones; announced ones, soonest first; the last drawn ones. */
export async function listShopRifas(db: Database, now: Date): Promise<RifaSummary[]> {
  const onOffer = await summaries(db, now)
    .where('rifas.status', 'in', ['active', 'scheduled'])
    .orderBy('rifas.createdAt', 'desc')
    .execute();
  const drawn = await summaries(db, now)
    .where('rifas.status', '=', 'completed')
    .orderBy('rifas.drawDate', 'desc')
    .limit(DRAWN_SHOWN)
    .execute();
  // Cards show plain text; only the rifa's page renders the rich text.
  const rifas = [...onOffer, ...drawn].map((row) => ({
    ...toSummary(row),
    description: plainRichText(row.description),
  }));
  const announced = rifas
    .filter(({ status }) => status === 'scheduled')
    .toSorted((one, other) => (one.opensAt ?? '').localeCompare(other.opensAt ?? ''));
  return [
    ...rifas.filter(({ status }) => status === 'active' || status === 'closed'),
    ...rifas.filter(({ status }) => status === 'paused'),
    ...announced,
    ...rifas.filter(({ status }) => status === 'completed'),
  ];
}

/**
 * Active rifas drawn at or after `now` within the price range (inclusive), soonest draw first.
 * @param filter.categories of the first prize; empty: any
 */
export async function listUpcomingRifas(
  db: Database,
  now: Date,
  {
    minCentavos,
    maxCentavos,
    categories,
  }: { minCentavos: number; maxCentavos: number; categories: string[] },
  limit: number,
): Promise<RifaSummary[]> {
  const rows = await summaries(db, now)
    .where('rifas.status', '=', 'active')
    .where(isOpen(now))
    .where('rifas.salesEndAt', '>', now)
    .where('rifas.price', '>=', numericFromCentavos(minCentavos))
    .where('rifas.price', '<=', numericFromCentavos(maxCentavos))
    .$if(categories.length > 0, (query) => query.where('first.prizeType', 'in', categories))
    .orderBy('rifas.drawDate')
    .orderBy('rifas.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toSummary(row), description: plainRichText(row.description) }));
}

/** Prizes of a row of `rifas`, in their order. */
const PRIZES = sql<StoredPrize[]>`(
  select coalesce(json_agg(json_build_object('id', id, 'position', prize.position, 'name', name, 'description', description,
    'value', prize.value::text, 'prizeType', prize_type, 'image', image, 'serviceCity', service_city) order by prize.position), '[]')
  from rifa_prizes as prize where rifa_id = rifas.id)`;

interface StoredPrize extends Omit<RifaDetail['prizes'][number], 'valueCentavos'> {
  /** In reais, as text. */
  value: string | null;
}

/**
 * A rifa that is announced, is or was on sale, with its prizes, or null.
 * @param states others than those with a public page, for the team
 */
export async function findShownRifa(
  db: Database,
  id: string,
  now: Date,
  states = SHOWN_STATES,
): Promise<RifaDetail | null> {
  const row = await summaries(db, now)
    .leftJoin('rifaLegal', 'rifaLegal.rifaId', 'rifas.id')
    .select(['rifas.priceSteps', 'rifas.combos', 'rifas.purchaseTiers', 'rifaLegal.regulationSha256'])
    .select(['rifas.minPerOrder', 'rifas.maxPerOrder', 'rifas.chooseNumbers', 'rifas.maxPerPerson'])
    .select(['rifas.cancelReason', 'rifas.cancelNote', 'rifas.closeReason'])
    .select(['rifas.gallery', 'rifas.video'])
    .select(['rifas.drawsEarly', 'rifas.unsoldPolicy', 'rifas.unsoldMinPercent', 'rifas.shortCode'])
    .select(PRIZES.as('prizes'))
    .where('rifas.id', '=', id)
    .where('rifas.status', 'in', states)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...toSummary(row),
    priceSteps: row.priceSteps as unknown as RifaDetail['priceSteps'],
    combos: row.combos as unknown as RifaDetail['combos'],
    plans: row.purchaseTiers as unknown as RifaDetail['plans'],
    regulationSha256: row.regulationSha256 ?? '',
    minPerOrder: row.minPerOrder,
    maxPerOrder: row.maxPerOrder,
    choosesNumbers: row.chooseNumbers,
    maxPerPerson: row.maxPerPerson,
    drawsEarly: row.drawsEarly,
    unsoldPolicy: row.unsoldPolicy as RifaDetail['unsoldPolicy'],
    unsoldMinPercent: row.unsoldMinPercent,
    shortCode: row.shortCode,
    cancellation: row.cancelReason
      ? { reason: row.cancelReason as CancelReason, note: row.cancelNote }
      : null,
    closeReason: row.closeReason,
    gallery: row.gallery as unknown as RifaDetail['gallery'],
    video: row.video,
    prizes: row.prizes.map(({ value, ...prize }) => ({
      ...prize,
      valueCentavos: value === null ? null : centavosFromNumeric(value),
    })),
  };
}

/** The fields that drawing random numbers needs. */
export interface ActiveTitle {
  id: string;
  title: string;
  hidesPrizes: boolean;
}

/** Titles of those rifas that are on sale, by id. */
export async function findActiveTitles(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, ActiveTitle>> {
  const rifas = await db
    .selectFrom('rifas')
    .select(['id', 'title'])
    .select(sql<boolean>`exists (select from instant_prize_seeds where rifa_id = rifas.id)`.as('hidesPrizes'))
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('status', '=', 'active')
    .where(isOpen(now))
    .execute();
  return new Map(rifas.map((rifa) => [rifa.id, rifa]));
}

/** Finds a shown rifa by its short code, ignoring case and separators; prefers the one on sale, then the newest. */
export async function findRifaByCode(db: Database, typed: string): Promise<string | null> {
  const rifa = await db
    .selectFrom('rifas')
    .select('id')
    .where('shortCode', '=', typed.toUpperCase().replaceAll(/[^A-Z]/g, ''))
    .where('status', 'in', SHOWN_STATES)
    .orderBy(sql`status = 'active'`, 'desc')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return rifa?.id ?? null;
}

function isOpen(now: Date) {
  return sql<boolean>`coalesce(rifas.opens_at <= ${now}, true) and rifas.paused_at is null`;
}

/**
 * Status by the clock, because publishing precedes the opening, and closing follows the end of sales within a minute.
 */
function summaries(db: Database, now: Date) {
  return db
    .selectFrom('rifas')
    .leftJoin('rifaPrizes as first', (join) =>
      join.onRef('first.rifaId', '=', 'rifas.id').on('first.position', '=', sql.lit(1)),
    )
    .select([...summaryColumns, 'first.name as prizeName', 'first.prizeType'])
    .select(['rifas.vipOnly', 'rifas.vipHours', 'rifas.salesStart', 'rifas.opensAt'])
    .select(
      sql<Date | null>`case when rifas.public_from > ${now} then rifas.public_from
          when rifas.status = 'scheduled' and rifas.vip_hours > 0 then rifas.sales_start end`.as(
        'publicFrom',
      ),
    )
    .select(
      sql<string>`case when rifas.status = 'active' and rifas.opens_at > ${now} then 'scheduled'
          when rifas.status = 'active' and rifas.sales_end_at <= ${now} then 'closed'
          when rifas.status = 'active' and rifas.paused_at is not null then 'paused'
          else rifas.status end`.as('shownStatus'),
    );
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];

function toSummary(row: SummaryRow): RifaSummary {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image: row.image,
    priceCentavos: centavosFromNumeric(row.price),
    totalNumbers: row.totalNumbers,
    soldNumbers: row.soldNumbers,
    drawDate: row.drawDate.toISOString(),
    drawExtraction: row.drawExtraction,
    salesEndAt: row.salesEndAt.toISOString(),
    status: row.shownStatus as RifaSummary['status'],
    pauseReason: row.shownStatus === 'paused' ? row.pauseReason : null,
    opensAt: row.shownStatus === 'scheduled' ? opensAtOf(row) : null,
    prizeName: row.prizeName,
    prizeType: row.prizeType as RifaSummary['prizeType'],
    createdAt: row.createdAt.toISOString(),
    access: row.vipOnly ? 'vips' : row.publicFrom ? 'vips_first' : 'everybody',
    publicFrom: row.publicFrom?.toISOString() ?? null,
  };
}

function opensAtOf({ opensAt, salesStart, vipHours }: SummaryRow): string | null {
  const at = opensAt ?? (salesStart && salesOpenAt(salesStart, vipHours));
  return at?.toISOString() ?? null;
}
