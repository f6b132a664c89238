/** Panel lists of affiliates, partners and vouchers: search and index use. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '@mare/database/connection/connect.ts';
import { planOf } from '@mare/database/testing/plan.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { selectPartners } from '../partners/partners.queries.ts';
import { addPartner, addVoucher } from '../partners/partners.testing.ts';
import { validateVoucher } from '../partners/vouchers/redemption/validate-voucher.ts';
import { selectVouchersForAdmin } from '../partners/vouchers/vouchers-admin.queries.ts';
import { selectAffiliates } from './affiliates.queries.ts';
import { addAdmin } from '../orders/orders.testing.ts';
import { addAffiliate, addSale, refundSale } from './affiliates.testing.ts';
import { setAffiliateStatus } from './set-affiliate-status.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const UNFILTERED = { search: '', status: '', sort: 'newest', page: 1 } as const;
const SEARCHED = { ...UNFILTERED, search: 'ana' } as const;

test.each([
  ['affiliates', ['affiliates_latest'], (db: Database) => selectAffiliates(db, UNFILTERED)],
  [
    'affiliates, most sales first',
    ['affiliates_by_sales', 'profiles_pkey'],
    (db: Database) => selectAffiliates(db, { ...UNFILTERED, sort: 'sales' }),
  ],
  [
    'affiliates by name',
    ['profiles_pkey'],
    (db: Database) => selectAffiliates(db, { ...UNFILTERED, sort: 'name' }),
  ],
  [
    'affiliates by name, e-mail or code',
    ['person_search_words', 'affiliates_code_start'],
    (db: Database) => selectAffiliates(db, SEARCHED),
  ],
  ['partners', ['partners_latest'], (db: Database) => selectPartners(db, UNFILTERED)],
  [
    'partners by name',
    ['partners_by_name'],
    (db: Database) => selectPartners(db, { ...UNFILTERED, sort: 'name' }),
  ],
  [
    'partners, most vouchers first',
    ['partners_by_vouchers'],
    (db: Database) => selectPartners(db, { ...UNFILTERED, sort: 'validated' }),
  ],
  [
    'partners by e-mail or a word',
    ['partners_email_start', 'partners_words'],
    (db: Database) => selectPartners(db, SEARCHED),
  ],
  ['vouchers', ['service_vouchers_newest'], (db: Database) => selectVouchersForAdmin(db, UNFILTERED)],
  [
    'vouchers, first to expire first',
    ['service_vouchers_expiring'],
    (db: Database) => selectVouchersForAdmin(db, { ...UNFILTERED, sort: 'expiry' }),
  ],
  [
    'vouchers, last validated first',
    ['service_vouchers_last_validated'],
    (db: Database) => selectVouchersForAdmin(db, { ...UNFILTERED, sort: 'validated' }),
  ],
  [
    'vouchers of a state',
    ['service_vouchers_of_status'],
    (db: Database) => selectVouchersForAdmin(db, { ...UNFILTERED, status: 'pending' }),
  ],
  [
    'vouchers by code or winner',
    ['service_vouchers_code_start', 'person_search_words'],
    (db: Database) => selectVouchersForAdmin(db, SEARCHED),
  ],
])('%s', async (_, indexes, list) => {
  const plan = await planOf(bed.pool, list);
  for (const index of indexes) expect(plan).toContain(index);
});

test('searches by words and escapes wildcards', async () => {
  const { userId, affiliateCode, id } = await addAffiliate(bed);
  await bed.db
    .updateTable('profiles')
    .set({ name: 'Quitéria 100% Melo', email: 'quiteria_melo@exemplo.com.br' })
    .where('id', '=', userId)
    .execute();
  const searchAffiliates = async (search: string) =>
    (await selectAffiliates(bed.db, { ...UNFILTERED, search })).rows.map((row) => row.id);
  const found = ['quité', 'QUITERIA 100%', 'quiteria_', 'melo', affiliateCode.slice(0, 5).toLowerCase()];
  for (const search of found) expect(await searchAffiliates(search)).toEqual([id]);
  for (const search of ['quiteria%', 'quiteria__', ':']) expect(await searchAffiliates(search)).toEqual([]);

  const partner = await addPartner(bed.platform, { email: 'quintal@exemplo.com.br', city: 'Pilar' });
  const searchPartners = async (search: string) =>
    (await selectPartners(bed.db, { ...UNFILTERED, search })).rows.map((row) => row.id);
  for (const search of ['maresia', 'spa esp', 'luci', 'quintal@exem', 'pil', 'esp & :*'])
    expect(await searchPartners(search)).toEqual([partner.id]);
  for (const search of ["'", '&|!', 'aresia', ':*']) expect(await searchPartners(search)).toEqual([]);
});

test('sorts by referred sales, which are counted incrementally', async () => {
  const [few, many] = [await addAffiliate(bed), await addAffiliate(bed)];
  await addSale(bed, few.id, 1_000);
  for (let sold = 0; sold < 2; sold++) await addSale(bed, many.id, 1_000);
  // A refund reverses the commission but keeps the sale.
  await refundSale(bed, await addSale(bed, many.id, 1_000));
  const listSales = async (sort: 'newest' | 'sales') =>
    (await selectAffiliates(bed.db, { ...UNFILTERED, sort })).rows
      .filter(({ id }) => [few.id, many.id].includes(id))
      .map(({ id, sales }) => ({ id, sales }));
  expect(await listSales('sales')).toEqual([
    { id: many.id, sales: 3 },
    { id: few.id, sales: 1 },
  ]);

  const [quiet, busy] = [await addPartner(bed.platform), await addPartner(bed.platform)];
  const vouchers = await Promise.all(
    [busy, busy, quiet].map(({ id }) => addVoucher(bed.platform, id, few.userId)),
  );
  const redeem = ({ partnerId, voucherCode, pin }: (typeof vouchers)[number]) =>
    validateVoucher(bed.platform, { partnerId, code: voucherCode, pin, ipAddress: null });
  bed.clock.advance(60);
  expect(await redeem(vouchers[0]!)).toMatchObject({ ok: true });
  bed.clock.advance(60);
  expect(await redeem(vouchers[1]!)).toMatchObject({ ok: true });
  const partners = await selectPartners(bed.db, { ...UNFILTERED, sort: 'validated' });
  expect(partners.rows[0]).toMatchObject({ id: busy.id, pendingVouchers: 0, validatedVouchers: 2 });
  expect(partners.rows.find(({ id }) => id === quiet.id)).toMatchObject({
    pendingVouchers: 1,
    validatedVouchers: 0,
  });
  const byExpiry = await selectVouchersForAdmin(bed.db, { ...UNFILTERED, sort: 'expiry' });
  expect(byExpiry.rows.map(({ id }) => id)).toEqual([vouchers[2]!.id]);
  const lastUsed = await selectVouchersForAdmin(bed.db, { ...UNFILTERED, sort: 'validated' });
  expect(lastUsed.rows.map(({ id }) => id)).toEqual([vouchers[1]!.id, vouchers[0]!.id]);
});

test('the second of two concurrent status changes gets a conflict', async () => {
  const { id } = await addAffiliate(bed);
  const by = { userId: await addAdmin(bed.platform), ipAddress: null };
  const setStatus = (status: 'active' | 'suspended', from: 'active' | 'suspended') =>
    setAffiliateStatus(bed.platform, { id, status, from, reason: 'Cliques falsos', ...by });
  expect(await setStatus('suspended', 'active')).toEqual({ ok: true });
  expect(await setStatus('active', 'active')).toEqual({ ok: false, code: 'VERSION_CONFLICT' });
  expect(await setStatus('active', 'suspended')).toEqual({ ok: true });
});
