/** Fills an empty database with the demonstration: people, rifas in every state, and the orders that sold them. */
import { demoDaysAgo, demoDrawDate, demoMidnight } from '@mare/database/seed/demo-dates.ts';
import { demoPeople, type DemoPerson } from '@mare/database/seed/demo-people.ts';
import { demoReferrals } from '@mare/database/seed/demo-referrals.ts';
import type { DemoRifa } from '@mare/database/seed/demo-rifa.ts';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import { demoDraws } from '@mare/database/seed/demo-winners.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createUser } from '../accounts/create-user.ts';
import { makeNumberPages } from '../orders/numbers/make-number-pages.ts';
import type { Platform } from '../platform/platform.ts';
import { giveCombos, giveTerms, REGULATED, WITH_COMBOS } from './give-terms.ts';
import { demoRandom } from './demo-random.ts';
import { openDemoTickets } from './open-demo-tickets.ts';
import { drawDateOf, drawDemoRifas } from './draw-demo-rifas.ts';
import { findDemoPrizes, hideDemoPrizes } from './hide-demo-prizes.ts';
import { loadDemoAffiliate } from './load-demo-affiliate.ts';
import { loadDemoPartners } from './load-demo-partners.ts';
import { loadDemoRankings } from './load-demo-rankings.ts';
import { leaveDemoCarts } from './leave-demo-carts.ts';
import { runDemoExperiments } from './run-demo-experiments.ts';
import { sendDemoCampaigns } from './send-demo-campaigns.ts';
import { sellDemoRifa } from './sell-demo-rifa.ts';
import { storeDemoPictures } from './store-demo-pictures.ts';
import { tellDemoNews } from './tell-demo-news.ts';
import { trackDemoBuyers } from './track-demo-buyers.ts';
import { visitDemoShop } from './visit-demo-shop.ts';

export async function isShopEmpty(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('rifas').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** @throws when part of it is there already */
export async function loadDemo(platform: Platform): Promise<void> {
  const { db } = platform;
  for (const person of demoPeople) await addPerson(platform, person);
  const pictures = await storeDemoPictures(platform);
  await db.transaction().execute(async (trx) => {
    for (const rifa of demoRifas)
      await addRifa(trx, rifa, pictures.get(rifa.slug) ?? '', platform.clock.now());
    await trx.insertInto('referrals').values(demoReferrals).execute();
    await addUpProfiles(trx);
    await openDemoTickets(trx, platform.clock.now());
    await tellDemoNews(trx, platform);
    await runDemoExperiments(trx, platform.clock);
    await leaveDemoCarts(trx, platform.clock);
    await trackDemoBuyers(trx, platform.clock);
    await sendDemoCampaigns(trx, platform);
  });
  await drawDemoRifas(platform);
  await loadDemoAffiliate(platform, personOf('maria@exemplo.com.br'), 'maria@exemplo.com.br');
  await loadDemoPartners(platform, personOf('admin@exemplo.com.br'));
  await loadDemoRankings(platform);
  await visitDemoShop(platform);
  await sql`analyze`.execute(db);
}

function personOf(email: string): string {
  return demoPeople.find((person) => person.email === email)!.id;
}

async function addPerson(platform: Platform, person: DemoPerson): Promise<void> {
  const { id, email, name, role, phone, city, state, segment, birthDate } = person;
  // Those without a password of their own can never sign in: nobody knows this one.
  const password = person.password ?? platform.random.bytes(24).toString('base64url');
  const made = await createUser(platform, { id, email, name, role, phone, city, state, password });
  if (!made.ok) throw new Error(`demo person ${email}: ${made.message}`);
  await platform.db.updateTable('profiles').set({ segment, birthDate }).where('id', '=', id).execute();
}

async function addRifa(trx: Transaction<DB>, rifa: DemoRifa, image: string, now: Date): Promise<void> {
  const { drawDate, publishedAt, createdAt, salesEnded } = datesOf(rifa, now);
  await trx
    .insertInto('rifas')
    .values({
      id: rifa.id,
      title: rifa.title,
      description: rifa.description,
      image,
      price: numericFromCentavos(rifa.priceInCentavos),
      totalNumbers: rifa.totalNumbers,
      drawDate,
      // Its draw completes it.
      status: rifa.status === 'completed' ? 'closed' : rifa.status,
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
        serviceCity: prize.serviceCity ?? null,
        serviceState: prize.serviceState ?? null,
        serviceType: prize.serviceType ?? null,
      })),
    )
    .execute();
  const hiding = { random: demoRandom(`${rifa.slug} premiadas`), clock: { now: () => createdAt } };
  await hideDemoPrizes(trx, hiding, rifa);
  if (rifa.slug === REGULATED) await giveTerms(trx, rifa.id);
  if (rifa.slug === WITH_COMBOS) await giveCombos(trx, rifa.id);
  // Last: from then on prizes stay as they are.
  if (publishedAt <= now)
    await trx.updateTable('rifas').set({ publishedAt }).where('id', '=', rifa.id).execute();
  const random = demoRandom(rifa.slug);
  await makeNumberPages(trx, random, rifa.id, rifa.totalNumbers);
  await sellDemoRifa(trx, random, rifa, { from: publishedAt, until: salesEnded });
  await findDemoPrizes(trx, rifa);
}

function extremesOf({ extremes }: DemoRifa, now: Date) {
  if (!extremes) return {};
  return {
    extremesPrize: extremes.prize,
    extremesFrom: demoMidnight(now, extremes.fromDaysAgo),
    extremesTo: demoMidnight(now, -extremes.untilDaysAhead),
  };
}

/** A rifa that was drawn has the dates of its extraction; the others go by today. */
function datesOf(rifa: DemoRifa, now: Date) {
  const draw = demoDraws.find(({ rifaId }) => rifaId === rifa.id);
  if (!draw)
    return {
      drawDate: demoDrawDate(now, rifa.drawWeek),
      publishedAt: demoDaysAgo(now, rifa.publishedDaysAgo),
      createdAt: demoDaysAgo(now, rifa.createdDaysAgo),
      salesEnded: now,
    };
  const drawDate = drawDateOf(draw);
  const publishedAt = demoDaysAgo(drawDate, 30);
  return { drawDate, publishedAt, createdAt: publishedAt, salesEnded: demoDaysAgo(drawDate, 1) };
}

async function addUpProfiles(db: Kysely<DB>): Promise<void> {
  await sql`
    update profiles set total_orders = sums.orders, total_spent = sums.spent, last_activity_at = sums.latest
    from (select user_id, count(*) as orders, sum(total_amount) as spent, max(created_at) as latest
          from orders where status = 'paid' group by user_id) as sums
    where sums.user_id = profiles.id`.execute(db);
}
