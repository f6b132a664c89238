/** Links of single rifas with their counts, and the statement of a month. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { monthOf } from '@mare/domain/affiliates/statement.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { line } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed, sendRefunds } from '../../payments/payments.testing.ts';
import { refundAsAdmin } from '../../payments/refunds/refund-as-admin.ts';
import { applySnapshot } from '../../payments/settlement/apply-snapshot.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createHttpApp } from '../../platform/http/http.ts';
import { affiliatesRoutes } from '../affiliates.routes.ts';
import { addAffiliate, refundPart, refundSale, addSale } from '../affiliates.testing.ts';
import { earnCommission } from '../commissions/earn-commission.job.ts';
import { reverseCommission } from '../commissions/reverse-commission.job.ts';
import { followReferral } from '../referrals/follow-referral.ts';

const DAY_S = 86_400;
const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const clientOf = (userId: string) =>
  createRouterClient(affiliatesRoutes, { context: testContext(bed.platform, { userId }) });

test('counts the visits of a rifa’s link once per visitor and day, beside those of all links', async () => {
  const { userId, affiliateCode } = await addAffiliate(bed);
  const [rifaId, otherRifaId] = [await bed.rifa(), await bed.rifa()];
  const site = createHttpApp(bed.platform.log);
  site.get('*', followReferral(bed.platform));
  site.get('*', (c) => c.html('<h1>Rifa</h1>'));
  const visit = async (path: string, cookie = '') => {
    const response = await site.request(`${path}?ref=${affiliateCode}`, {
      headers: { accept: 'text/html', 'user-agent': PHONE, cookie },
    });
    return response.headers.get('set-cookie')!.split(';')[0]!;
  };
  const { rifas } = await clientOf(userId).rifaLinks();
  const { link } = rifas.find((rifa) => rifa.rifaId === rifaId)!;
  expect(link).toMatch(new RegExp(`/rifa/${rifaId}/anonymous\\?ref=${affiliateCode}$`));
  const { pathname } = new URL(link);
  const visitor = await visit(pathname);
  await visit(pathname, visitor);
  await visit(`/rifa/${otherRifaId}`, visitor);
  await visit(pathname);
  // Rifa does not exist.
  await visit('/rifa/5e000000-0000-4000-8000-00000000dead');
  await visit('/');
  // The first of 30 days, and the day before it.
  for (const days of [29, 30])
    await bed.db
      .insertInto('affiliateRifaClicks')
      .values({
        affiliateCode,
        rifaId,
        visitorId: randomUUID(),
        clickedOn: dateInMaceio(new Date(bed.clock.now().getTime() - days * DAY_S * 1000)),
      })
      .execute();
  const counted = await clientOf(userId).rifaLinks();
  const clicksOf = (id: string) => counted.rifas.find((rifa) => rifa.rifaId === id)!.clicks;
  expect([clicksOf(rifaId), clicksOf(otherRifaId)]).toEqual([3, 1]);
  expect((await clientOf(userId).panel()).panel!.totalClicks).toBe(4);
});

test('shows the paid sales of a rifa only to the affiliate who referred them', async () => {
  const [affiliate, stranger] = [await addAffiliate(bed), await addAffiliate(bed)];
  const { id, paymentId } = await addSale(bed, affiliate.id, 2000);
  const { rifaId } = await bed.db
    .selectFrom('orderItems')
    .select('rifaId')
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow();
  const findRifaLink = async (userId: string) =>
    (await clientOf(userId).rifaLinks()).rifas.find((rifa) => rifa.rifaId === rifaId);
  expect(await findRifaLink(affiliate.userId)).toMatchObject({ sales: 1 });
  expect((await findRifaLink(affiliate.userId))!.soldCentavos).toBe(2000);
  await refundPart(bed, paymentId, 500);
  expect((await findRifaLink(affiliate.userId))!.soldCentavos).toBe(1500);
  expect(await findRifaLink(stranger.userId)).toMatchObject({ sales: 0, soldCentavos: 0 });
});

test('opens each month with the previous closing balance, up to all pending commissions', async () => {
  const affiliate = await addAffiliate(bed);
  const now = bed.clock.now();
  const [year, month] = monthOf(now).split('-').map(Number) as [number, number];
  const middles = [2, 1].map((monthsAgo) => new Date(Date.UTC(year, month - 1 - monthsAgo, 15)));
  const moments = [...middles, now];
  const months = moments.map(monthOf);
  await bed.db
    .updateTable('affiliates')
    .set({ createdAt: moments[0]! })
    .where('id', '=', affiliate.id)
    .execute();
  const backdate = (orderId: string, kind: string, momentIndex: number) =>
    bed.db
      .updateTable('affiliateCommissions')
      .set({ confirmedAt: moments[momentIndex]! })
      .where('orderId', '=', orderId)
      .where('kind', '=', kind)
      .execute();
  const paidOut = await addSale(bed, affiliate.id, 150_000);
  const returned = await addSale(bed, affiliate.id, 20_000);
  const second = await addSale(bed, affiliate.id, 10_000);
  await addSale(bed, affiliate.id, 30_000);
  await refundSale(bed, returned);
  await backdate(paidOut.id, 'sale', 0);
  await backdate(returned.id, 'sale', 0);
  await backdate(returned.id, 'reversal', 1);
  await backdate(second.id, 'sale', 1);
  const payoutId = randomUUID();
  await bed.db
    .insertInto('payouts')
    .values({
      id: payoutId,
      affiliateId: affiliate.id,
      period: `${months[1]}-15`,
      amount: '75.00',
      status: 'paid',
      pixKey: 'ana@exemplo.com.br',
      pixKeyType: 'email',
      approvedAt: moments[1]!,
      paidAt: moments[1]!,
      paymentReference: 'E2E7',
      createdAt: moments[1]!,
    })
    .execute();
  await bed.db
    .updateTable('affiliateCommissions')
    .set({ status: 'paid', payoutId })
    .where('orderId', '=', paidOut.id)
    .execute();

  const client = clientOf(affiliate.userId);
  const statements = await Promise.all(months.map((month) => client.statement({ month })));
  const sums = { openingCentavos: 0, earnedCentavos: 8500, reversedCentavos: 0, paidOutCentavos: 0 };
  expect(statements[0]).toMatchObject(sums);
  expect(statements[1]).toMatchObject({
    earnedCentavos: 500,
    reversedCentavos: -1000,
    paidOutCentavos: 7500,
    payouts: [{ amountCentavos: 7500, reference: 'E2E7' }],
  });
  expect(statements[1]!.entries.map(({ kind }) => kind).toSorted()).toEqual(['reversal', 'sale']);
  expect(statements[2]!.entries).toMatchObject([{ kind: 'sale', orderCentavos: 30_000, rifas: 'Moto' }]);
  expect(statements[2]!.months).toEqual(months.toReversed());
  expect(statements.slice(1).map(({ openingCentavos }) => openingCentavos)).toEqual(
    statements.slice(0, -1).map(({ closingCentavos }) => closingCentavos),
  );
  const { panel } = await client.panel();
  expect(statements[2]!.closingCentavos).toBe(panel!.pendingCentavos);
});

test('returns no statement of another user', async () => {
  const userId = await bed.buyer();
  await expect(clientOf(userId).statement({ month: '2026-11' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await clientOf(userId).rifaLinks()).toEqual({ rifas: [] });
});

test('lists all rifas of a sale, and for each reversal the refunded ones', async () => {
  const affiliate = await addAffiliate(bed);
  const addTitledRifa = async (title: string) => {
    const id = await bed.rifa(100);
    await bed.db.updateTable('rifas').set({ title }).where('id', '=', id).execute();
    return id;
  };
  const [jantar, patinete] = [await addTitledRifa('Jantar'), await addTitledRifa('Patinete Y')];
  const order = await bed.order('pix', { lines: [line(jantar, 10), line(patinete, 10)] });
  await bed.db.updateTable('orders').set({ affiliateId: affiliate.id }).where('id', '=', order.id).execute();
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  await earnCommission(bed.platform, order.id);
  const month = monthOf(bed.clock.now());
  const readEntries = async () => {
    const { entries } = await clientOf(affiliate.userId).statement({ month });
    return entries
      .map(({ kind, rifas, returnedCentavos }) => `${kind} ${returnedCentavos} ${rifas}`)
      .toSorted();
  };
  const sold = 'sale 0 Jantar, Patinete Y';
  expect(await readEntries()).toEqual([sold]);
  const refund = async (rifaIds: string[] | undefined, amountCentavos: number | null = null) => {
    const created = await refundAsAdmin(bed.context, {
      orderId: order.id,
      amountCentavos,
      rifaIds,
      requestId: randomUUID(),
      note: 'Pedido de quem comprou',
      userId: affiliate.userId,
    });
    expect(created).toMatchObject({ ok: true });
    await sendRefunds(bed.context);
    await applySnapshot(bed.context, await bed.read(paymentId), 'check');
    await reverseCommission(bed.platform, order.id);
  };
  // A refund without a return of cotas.
  await refund(undefined, 100);
  const part = 'reversal 100 Jantar, Patinete Y';
  expect(await readEntries()).toEqual([part, sold]);
  await refund([patinete]);
  const returned = 'reversal 1950 Patinete Y';
  expect(await readEntries()).toEqual([part, returned, sold].toSorted());
  await refund([jantar]);
  expect(await readEntries()).toEqual([part, returned, 'reversal 1950 Jantar', sold].toSorted());
});
