import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { demoDaysAgo, demoDrawDate, demoMidnight } from '@mare/database/seed/demo-dates.ts';
import type { DemoRifa, DemoRifaStatus } from '@mare/database/seed/demo-rifa.ts';
import type { Transaction } from 'kysely';
import { makeNumberPages } from '../../orders/numbers/make-number-pages.ts';
import { recordPublication } from '../../rifas/publishing/record-publication.ts';
import { demoRandom } from '../demo-random.ts';
import { type FoundDemoDraw, findDemoDraw } from './find-demo-draw.ts';
import { setDemoCombos, setDemoTerms, REGULATED_RIFA_SLUG, COMBO_RIFA_SLUG } from './set-demo-terms.ts';
import { awardDemoInstantPrizes, addDemoInstantPrizes } from './add-demo-instant-prizes.ts';
import { cancelDemoRifa } from './cancel-demo-rifa.ts';
import type { ChooseDemoBuyer } from './choose-demo-buyer.ts';
import { sellDemoRifa } from './sell-demo-rifa.ts';

const CANCELLED_DAYS_AGO = 3;
/** From midnight until the sales of an announced rifa open. */
const OPENING_MS = 10 * 3_600_000;

/** Adds a demo rifa with its prizes, terms and sold cotas. */
export async function addDemoRifa(
  trx: Transaction<DB>,
  rifa: DemoRifa,
  pictures: ReadonlyMap<string, string>,
  now: Date,
  chooseBuyer: ChooseDemoBuyer,
): Promise<void> {
  const draw = findDemoDraw(rifa, now);
  const { drawDate, drawExtraction, publishedAt, createdAt, salesEnded } = datesOf(rifa, draw, now);
  await trx
    .insertInto('rifas')
    .values({
      id: rifa.id,
      title: rifa.title,
      description: rifa.description,
      image: pictures.get(rifa.slug) ?? '',
      price: numericFromCentavos(rifa.priceInCentavos),
      totalNumbers: rifa.totalNumbers,
      drawDate,
      drawExtraction,
      // Completes the draw, or cancels the rifa with its refunds.
      status: STATUS_BEFORE[rifa.status],
      minPerOrder: rifa.minPerOrder,
      maxPerOrder: rifa.maxPerOrder,
      chooseNumbers: rifa.chooseNumbers ?? false,
      maxPerPerson: rifa.maxPerPerson ?? null,
      showBuyers: rifa.showBuyers ?? false,
      ...extremesOf(rifa, now),
      drawsEarly: rifa.drawsEarly ?? false,
      salesStart: publishedAt > now ? publishedAt : null,
      createdAt,
    })
    .execute();
  await trx
    .insertInto('rifaPrizes')
    .values(
      rifa.prizes.map((prize) => ({
        rifaId: rifa.id,
        position: prize.position,
        name: prize.name,
        description: prize.description,
        value: numericFromCentavos(prize.valueInCentavos),
        prizeType: prize.prizeType,
        image: prize.picture === undefined ? null : (pictures.get(prize.picture) ?? null),
        serviceCity: prize.serviceCity ?? null,
        serviceState: prize.serviceState ?? null,
        serviceType: prize.serviceType ?? null,
      })),
    )
    .execute();
  const hiding = { random: demoRandom(`${rifa.slug} premiadas`), clock: { now: () => publishedAt } };
  await addDemoInstantPrizes(trx, hiding, rifa);
  if (rifa.slug === REGULATED_RIFA_SLUG) await setDemoTerms(trx, rifa.id);
  if (rifa.slug === COMBO_RIFA_SLUG) await setDemoCombos(trx, rifa.id);
  // Last, because prizes of a published rifa are immutable.
  if (publishedAt <= now)
    await trx.updateTable('rifas').set({ publishedAt }).where('id', '=', rifa.id).execute();
  const random = demoRandom(rifa.slug);
  await makeNumberPages(trx, random, rifa.id, rifa.totalNumbers);
  if (publishedAt <= now) await recordPublication(trx, { clock: { now: () => publishedAt } }, rifa.id);
  const sales = { from: publishedAt, until: salesEnded, winners: draw?.winners ?? [] };
  await sellDemoRifa(trx, random, rifa, sales, chooseBuyer);
  await awardDemoInstantPrizes(trx, rifa);
  if (rifa.status === 'cancelled') await cancelDemoRifa(trx, random, rifa.id, salesEnded);
}

const STATUS_BEFORE: Record<DemoRifaStatus, Exclude<DemoRifaStatus, 'completed' | 'cancelled'>> = {
  scheduled: 'scheduled',
  active: 'active',
  closed: 'closed',
  completed: 'closed',
  cancelled: 'active',
};

function extremesOf({ extremes }: DemoRifa, now: Date) {
  if (!extremes) return {};
  return {
    extremesPrize: extremes.prize,
    extremesFrom: demoMidnight(now, extremes.fromDaysAgo),
    extremesTo: demoMidnight(now, -extremes.untilDaysAhead),
  };
}

/** Dates of a drawn rifa follow its extraction; all others are relative to today. */
function datesOf(rifa: DemoRifa, draw: FoundDemoDraw | null, now: Date) {
  if (!draw)
    return {
      drawDate: demoDrawDate(now, rifa.drawWeek),
      // The extraction is named after the archive is imported.
      drawExtraction: null,
      publishedAt:
        rifa.publishedDaysAgo < 0
          ? new Date(demoMidnight(now, rifa.publishedDaysAgo).getTime() + OPENING_MS)
          : demoDaysAgo(now, rifa.publishedDaysAgo),
      createdAt: demoDaysAgo(now, rifa.createdDaysAgo),
      salesEnded: rifa.status === 'cancelled' ? demoDaysAgo(now, CANCELLED_DAYS_AGO) : now,
    };
  const { drawDate } = draw;
  const publishedAt = demoDaysAgo(drawDate, draw.soldForDays);
  return {
    drawDate,
    drawExtraction: draw.extraction.number,
    publishedAt,
    createdAt: publishedAt,
    salesEnded: demoDaysAgo(drawDate, 1),
  };
}
