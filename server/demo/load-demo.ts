/** Loads demo data into an empty database: people, rifas in every state, and their orders. */
import { demoBuyers, demoLogin, demoLogins } from '@mare/database/seed/demo-people.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { segmentOf } from '@mare/domain/personalization/segments.ts';
import { demoReferrals } from '@mare/database/seed/demo-referrals.ts';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import type { DB } from '@mare/database/schema.ts';
import { type Kysely, sql } from 'kysely';
import type { Contacts } from '@mare/contract/site.ts';
import { refreshSoldNumbers } from '../orders/numbers/refresh-sold-numbers.ts';
import { storeSetting } from '../settings/store-setting.ts';
import type { Platform } from '../platform/platform.ts';
import { addDemoGroup } from './rifas/add-demo-group.ts';
import { addDemoMilestones } from './rifas/add-demo-milestones.ts';
import { addDemoRifa } from './rifas/add-demo-rifa.ts';
import { demoBuyerChoice } from './rifas/choose-demo-buyer.ts';
import { addDemoBuyers, addDemoLogin } from './community/add-demo-people.ts';
import { addDemoMacros } from './community/add-demo-macros.ts';
import { addDemoTickets } from './community/add-demo-tickets.ts';
import { settleDemoPayments } from '../payments/demo-payments/settle-demo-payments.ts';
import { drawDemoRifas } from './rifas/draw-demo-rifas.ts';
import { loadDemoAffiliate } from './community/load-demo-affiliate.ts';
import { addDemoPartners } from './community/add-demo-partners.ts';
import { collectDemoPayouts } from './community/collect-demo-payouts.ts';
import { loadDemoRankings } from './rifas/load-demo-rankings.ts';
import { addDemoCarts } from './visitors/add-demo-carts.ts';
import { addDemoExperiments } from './visitors/add-demo-experiments.ts';
import { addDemoCampaigns } from './community/add-demo-campaigns.ts';
import { storeDemoPictures } from './rifas/store-demo-pictures.ts';
import { addDemoNotifications } from './community/add-demo-notifications.ts';
import { addDemoInteractions } from './visitors/add-demo-interactions.ts';
import { addDemoVisits } from './visitors/add-demo-visits.ts';

/** Sample texts, from the specification. */
const DEMO_CONTACTS: Contacts = {
  email: 'suporte@exemplo.com.br',
  whatsApp: '5582999990011',
  hours: 'Segunda a sexta: 9h às 18h\nSábado: 9h às 14h\nResposta em até 2 horas úteis.',
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
  twitter: 'https://x.com/',
  badges: ['SSL Seguro', 'LGPD Conforme', 'Auditado IBRC'],
  organiser: 'Associação Maré da Sorte (fictícia)',
  cnpj: '',
  address: '',
  privacyEmail: '',
};

export async function isShopEmpty(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('rifas').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** @throws if part of the data exists */
export async function loadDemo(platform: Platform): Promise<void> {
  const { db } = platform;
  // One reference time for all data, from which the draw dates are computed.
  const now = platform.clock.now();
  for (const login of demoLogins) await addDemoLogin(platform, login);
  await addDemoBuyers(platform, demoBuyers);
  const pictures = await storeDemoPictures(platform);
  await db.transaction().execute(async (trx) => {
    const chooseBuyer = demoBuyerChoice(now);
    for (const rifa of demoRifas) await addDemoRifa(trx, rifa, pictures, now, chooseBuyer);
    await addDemoMilestones(trx);
    await trx.insertInto('referrals').values(demoReferrals).execute();
    await storeSetting(trx, 'contacts', DEMO_CONTACTS, now);
    await updateProfileTotals(trx, now);
    await addDemoTickets(trx, now);
    await addDemoMacros(trx, now);
    await addDemoNotifications(trx, platform);
    await addDemoExperiments(trx, platform.clock);
    await addDemoCarts(trx, platform.clock);
    await addDemoInteractions(trx, platform.clock);
    await addDemoCampaigns(trx, platform);
  });
  await addDemoGroup(platform);
  await settleDemoPayments(platform);
  await refreshSoldNumbers(db);
  await db.transaction().execute((trx) => updateSegments(trx, now));
  await addDemoPartners(platform, now);
  await drawDemoRifas(platform, now);
  await loadDemoAffiliate(platform, personOf('maria@exemplo.com.br'), 'maria@exemplo.com.br');
  await collectDemoPayouts(platform, personOf('admin@exemplo.com.br'));
  await loadDemoRankings(platform);
  await addDemoVisits(platform);
  await sql`analyze`.execute(db);
}

function personOf(email: string): string {
  return demoLogin(email).id;
}

/** Sets order totals of all profiles, and sign-up times: before the first order, else spread over the last weeks. */
async function updateProfileTotals(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    update profiles set created_at = ${now}::timestamptz - numbered.position * interval '1 day'
    from (select id, row_number() over (order by id) % 28 + 1 as position from profiles) as numbered
    where numbered.id = profiles.id and not exists (select from orders where orders.user_id = profiles.id)`.execute(
    db,
  );
  await sql`
    update profiles set total_orders = sums.orders, total_spent = sums.spent, last_activity_at = sums.latest,
      created_at = least(profiles.created_at, sums.first - interval '1 hour')
    from (select user_id, count(*) filter (where status = 'paid') as orders,
            coalesce(sum(total_amount) filter (where status = 'paid'), 0) as spent,
            max(created_at) as latest, min(created_at) as first
          from orders group by user_id) as sums
    where sums.user_id = profiles.id`.execute(db);
  // Inserted together with the sign-up.
  await sql`
    update terms_acceptances set accepted_at = profiles.created_at
    from profiles where profiles.id = user_id`.execute(db);
}

async function updateSegments(db: Kysely<DB>, now: Date): Promise<void> {
  const people = await db
    .selectFrom('profiles')
    .leftJoin('orders', (join) =>
      join.onRef('orders.userId', '=', 'profiles.id').on('orders.status', '=', 'paid'),
    )
    .select(['profiles.id', 'profiles.totalOrders', 'profiles.totalSpent'])
    .select((eb) => eb.fn.max('orders.paidAt').as('lastPaidAt'))
    .groupBy('profiles.id')
    .execute();
  for (const { id, totalOrders, totalSpent, lastPaidAt } of people) {
    const spentCentavos = centavosFromNumeric(totalSpent);
    const segment = segmentOf({ paidOrders: totalOrders, spentCentavos, lastPaidAt }, now);
    await db.updateTable('profiles').set({ segment }).where('id', '=', id).execute();
  }
}
