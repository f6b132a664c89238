/** Mails, visits, carts and experiments of the demonstration agree with its accounts and orders. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Funnel } from '@mare/contract/admin/analytics.ts';
import type { MailMetrics } from '@mare/contract/campaigns/automations-admin.ts';
import type { CampaignRow } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { MailStats } from '@mare/contract/campaigns/mail-content.ts';
import { type DemoStory, startDemoStory } from './demo-story.testing.ts';

let shop: DemoStory;
beforeAll(async () => {
  shop = await startDemoStory();
}, 120_000);
afterAll(() => shop.stop());

const expectSteps = (stats: MailStats) => {
  expect(stats.clicked).toBeLessThanOrEqual(stats.opened);
  expect(stats.opened).toBeLessThanOrEqual(stats.delivered);
  expect(stats.buyers).toBeLessThanOrEqual(stats.clicked);
  expect(stats.buyers).toBeLessThanOrEqual(stats.orders);
};

// @covers beyond: the demonstration's mails follow sign-ups and carts [server/demo/community/add-demo-campaigns.ts]
test('mails follow sign-ups and carts, and sell only to people who clicked', async () => {
  const { automations } = await shop.read<MailMetrics>('/api/admin/mail-metrics');
  const { rows: campaigns } = await shop.read<{ rows: CampaignRow[] }>('/api/admin/campaigns');
  for (const { stats } of [...automations, ...campaigns]) expectSteps(stats);
  const statsOf = (key: string) => automations.find((one) => one.key === key)!.stats;
  expect(statsOf('welcome').orders).toBeGreaterThan(0);
  expect(statsOf('abandoned_cart').orders).toBeGreaterThan(0);
  const misdated = sql<{ count: number }>`
    select count(*)::int from email_messages mail join profiles on profiles.id = mail.user_id
    where automation = 'welcome' and run_started_at <> profiles.created_at or clicked_at > now() or opened_at < sent_at`;
  expect(await shop.count(misdated)).toBe(0);
});

test('accepted the terms with the sign-up', async () => {
  const later = sql<{ count: number }>`
    select count(*)::int from terms_acceptances join profiles on profiles.id = user_id
    where accepted_at <> profiles.created_at`;
  expect(await shop.count(later)).toBe(0);
});

test('measures no visit before a consent, and no consent before the sign-up', async () => {
  const tooEarly = sql<{ count: number }>`
    select count(*)::int from customer_interactions step
    join consents using (user_id) join profiles on profiles.id = user_id
    where step.created_at < decided_at or decided_at < profiles.created_at or step.created_at > now()`;
  expect(await shop.count(tooEarly)).toBe(0);
});

// @covers beyond: the demonstration's carts are recovered by orders [server/demo/visitors/add-demo-carts.ts]
test('a cart is recovered exactly if its buyer paid for that rifa afterwards', async () => {
  const wrong = sql<{ count: number }>`
    select count(*)::int from abandoned_cart_tracking cart
    where (recovered_at is not null) <> exists (
      select from orders where status = 'paid' and orders.user_id = cart.user_id and orders.rifa_id = cart.rifa_id
        and orders.created_at >= cart.abandoned_at and orders.paid_at = coalesce(cart.recovered_at, orders.paid_at))`;
  expect(await shop.count(wrong)).toBe(0);
  const carts = await shop.read<{ carts: number; recovered: number }>('/api/admin/abandoned-carts');
  expect(carts.recovered).toBeGreaterThan(10);
  expect(carts.carts).toBeGreaterThan(2 * carts.recovered);
});

// @covers beyond: the demonstration's experiments count its orders [server/demo/visitors/add-demo-experiments.ts]
test('an experiment counts orders that were placed while it ran, after its variant was seen', async () => {
  const wrong = sql<{ count: number }>`
    select count(*)::int from ab_test_events event join ab_tests test on test.id = event.test_id
    left join orders on orders.id = event.order_id
    where event.created_at < test.created_at or event_type = 'conversion' and (
      orders.status <> 'paid' or event.created_at <> orders.created_at or not exists (
        select from ab_test_events seen where seen.session_id = event.session_id
          and seen.event_type = 'impression' and seen.created_at < event.created_at))`;
  expect(await shop.count(wrong)).toBe(0);
});

// @covers beyond: the demonstration's funnel leads to its orders [server/demo/visitors/add-demo-visits.ts]
test('the funnel ends in the orders of each source, on their days', async () => {
  const { total, sources } = await shop.read<Funnel>('/api/admin/funnel?days=30');
  expect(total.paid / total.visits).toBeGreaterThan(0.05);
  expect(total.paid / total.visits).toBeLessThan(0.15);
  for (const { paid, visits } of sources) {
    expect(paid).toBeGreaterThan(0);
    expect(paid).toBeLessThan(visits / 4);
  }
  const elsewhere = sql<{ count: number }>`
    select count(*)::int from visits join orders on orders.id = visits.order_id
    where (source = 'Afiliados') <> (affiliate_id is not null)
      or day <> (orders.created_at at time zone 'America/Maceio')::date`;
  expect(await shop.count(elsewhere)).toBe(0);
  const unclicked = sql<{ count: number }>`
    select count(*)::int from affiliates where
      (select count(*) from affiliate_clicks clicks where clicks.affiliate_code = affiliates.affiliate_code)
        < 2 * (select count(*) from orders where orders.affiliate_id = affiliates.id)`;
  expect(await shop.count(unclicked)).toBe(0);
  const unclickedRifas = sql<{ count: number }>`
    select count(*)::int from (
      select affiliates.affiliate_code, line.rifa_id, count(*) as sales
      from affiliates join orders on orders.affiliate_id = affiliates.id join order_items line on line.order_id = orders.id
      group by 1, 2) as sold
    where (select count(*) from affiliate_rifa_clicks clicks
      where clicks.affiliate_code = sold.affiliate_code and clicks.rifa_id = sold.rifa_id) < 2 * sold.sales`;
  expect(await shop.count(unclickedRifas)).toBe(0);
});
