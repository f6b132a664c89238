/** Affiliates, partners and vouchers in the panel: found by what they begin with, each by an index of its own. */
import type { LogEvent } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely, type Database } from '@mare/database/connect.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { selectPartners } from '../partners/partners.queries.ts';
import { addPartner } from '../partners/partners.testing.ts';
import { selectVouchersForAdmin } from '../partners/vouchers-admin.queries.ts';
import { selectAffiliates } from './affiliates.queries.ts';
import { addAdmin, addAffiliate } from './affiliates.testing.ts';
import { setAffiliateStatus } from './set-affiliate-status.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

/** How the database answers a list, where reading a table from end to end is the dearest it can do. */
async function planOf(list: (db: Database) => Promise<unknown>): Promise<string> {
  const asked: LogEvent['query'][] = [];
  await list(
    connectKysely(bed.pool, (event) => {
      asked.push(event.query);
    }),
  );
  const { sql, parameters } = asked.at(-1)!;
  const client = await bed.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query(`explain ${sql}`, [...parameters]);
    return rows.map((row) => row['QUERY PLAN'] as string).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const all = { search: '', status: '', sort: 'newest', page: 1 } as const;
const some = { ...all, search: 'ana' } as const;

test.each([
  ['affiliates', ['affiliates_latest'], (db: Database) => selectAffiliates(db, all)],
  [
    'affiliates by name, e-mail or code',
    ['profiles_email', 'profiles_name', 'affiliates_code_start'],
    (db: Database) => selectAffiliates(db, some),
  ],
  ['partners', ['partners_latest'], (db: Database) => selectPartners(db, all)],
  [
    'partners by e-mail or a word',
    ['partners_email_start', 'partners_words'],
    (db: Database) => selectPartners(db, some),
  ],
  ['vouchers', ['service_vouchers_newest'], (db: Database) => selectVouchersForAdmin(db, all)],
  [
    'vouchers of a state',
    ['service_vouchers_of_status'],
    (db: Database) => selectVouchersForAdmin(db, { ...all, status: 'pending' }),
  ],
  [
    'vouchers by code or winner',
    ['service_vouchers_code_start', 'profiles_email', 'profiles_name'],
    (db: Database) => selectVouchersForAdmin(db, some),
  ],
])('%s', async (_, indexes, list) => {
  const plan = await planOf(list);
  for (const index of indexes) expect(plan).toContain(index);
});

test('found by the beginning, whatever signs are typed', async () => {
  const { userId, affiliateCode, id } = await addAffiliate(bed);
  await bed.db
    .updateTable('profiles')
    .set({ name: 'Quitéria 100% Melo', email: 'quiteria_melo@exemplo.com.br' })
    .where('id', '=', userId)
    .execute();
  const affiliatesBy = async (search: string) =>
    (await selectAffiliates(bed.db, { ...all, search })).rows.map((row) => row.id);
  const starts = ['quité', 'QUITÉRIA 100%', 'quiteria_', affiliateCode.slice(0, 5).toLowerCase()];
  for (const search of starts) expect(await affiliatesBy(search)).toEqual([id]);
  for (const search of ['%', 'quiteria%', 'melo']) expect(await affiliatesBy(search)).toEqual([]);

  const partner = await addPartner(bed.platform, { email: 'quintal@exemplo.com.br', city: 'Pilar' });
  const partnersBy = async (search: string) =>
    (await selectPartners(bed.db, { ...all, search })).rows.map((row) => row.id);
  for (const search of ['maresia', 'spa esp', 'luci', 'quintal@exem', 'pil', 'esp & :*'])
    expect(await partnersBy(search)).toEqual([partner.id]);
  for (const search of ["'", '&|!', 'aresia', ':*']) expect(await partnersBy(search)).toEqual([]);
});

test('of two admins who decide about an affiliate at once, the second is told', async () => {
  const { id } = await addAffiliate(bed);
  const by = { userId: await addAdmin(bed.platform), ipAddress: null };
  const decide = (status: 'active' | 'suspended', from: 'active' | 'suspended') =>
    setAffiliateStatus(bed.platform, { id, status, from, ...by });
  expect(await decide('suspended', 'active')).toEqual({ ok: true });
  expect(await decide('active', 'active')).toEqual({ ok: false, code: 'CHANGED_MEANWHILE' });
  expect(await decide('active', 'suspended')).toEqual({ ok: true });
});
