/** The list of payouts and its export. */
import { call } from '@orpc/server';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { affiliatesAdminRoutes as routes } from '../affiliates-admin.routes.ts';
import type { Updateable } from 'kysely';
import type { Payouts } from '@mare/database/schema.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';
import type { Role } from '@mare/domain/accounts/permissions.ts';
import { collectPayouts } from './collect-payouts.job.ts';
import { createPayoutsTestbed, type PayoutsTestbed } from './payouts.testing.ts';

let bed: PayoutsTestbed;
beforeAll(async () => {
  bed = await createPayoutsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

const countLoggedExports = async () =>
  (
    await bed.db
      .selectFrom('activityLogs')
      .select('id')
      .where('action', '=', 'export-list')
      .where('userId', '=', bed.adminId)
      .execute()
  ).length;

test('exports approved payouts without formula cells, and logs each export', async () => {
  const logged = await countLoggedExports();
  const affiliate = await bed.addOwedAffiliate(8_000, 'ana@exemplo.com.br');
  await bed.db
    .updateTable('affiliates')
    .set({ pixKey: '+5582999990012', pixKeyType: 'phone' })
    .where('id', '=', affiliate.id)
    .execute();
  await bed.db
    .updateTable('profiles')
    .set({ name: '=HYPERLINK("http://x";"oi")' })
    .where('id', '=', affiliate.userId)
    .execute();
  await collectPayouts(bed.platform);
  const before = await call(routes.exportPayouts, { kind: 'affiliate' }, bed.asAdmin());
  expect(before.csv.trim().split('\r\n')).toHaveLength(1);
  const { id } = (await bed.payouts())[0]!;
  await call(routes.approvePayout, { id }, bed.asAdmin());
  const { csv, fileName } = await call(routes.exportPayouts, { kind: 'affiliate' }, bed.asAdmin());
  const [, line] = csv.trim().split('\r\n');
  expect(line).toContain(`"'=HYPERLINK(""http://x"";""oi"")"`);
  expect(line).toContain('Telefone;82999990012;80,00');
  expect(csv).not.toMatch(/(?:^|;)"?[=+\-@]/m);
  expect(fileName).toMatch(/^repasses-afiliados-\d{4}-\d{2}-\d{2}\.csv$/);
  // The empty file leaves no trace.
  expect(await countLoggedExports()).toBe(logged + 1);
});

test('lists and exports the stated address of an affiliate without an own one', async () => {
  const { userId } = await bed.addOwedAffiliate(8_000);
  await bed.db.updateTable('auth.users').set({ email: null }).where('id', '=', userId).execute();
  await bed.db
    .insertInto('expressAccounts')
    .values({ userId, email: 'ana.lima@exemplo.com.br', phone: '5582999990000', createdAt: new Date() })
    .execute();
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  await call(routes.approvePayout, { id }, bed.asAdmin());
  const { csv } = await call(routes.exportPayouts, { kind: 'affiliate' }, bed.asAdmin());
  expect(csv).toContain(';ana.lima@exemplo.com.br;');
});

async function addApprovedPayout(): Promise<string> {
  await bed.addOwedAffiliate(8_000, randomUUID());
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts()).find(({ status }) => status === 'collected')!;
  await call(routes.approvePayout, { id }, bed.asAdmin());
  return id;
}

async function exportPayouts(again = false) {
  const { csv, exported, leftOut } = await call(
    routes.exportPayouts,
    { kind: 'affiliate', again },
    bed.asAdmin(),
  );
  const ids = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';').at(-1));
  return { ids: new Set(ids), exported, leftOut };
}

test('exports each approved payout once, unless asked for it again', async () => {
  const logged = await countLoggedExports();
  const first = await addApprovedPayout();
  const outcomes = await startWhileLocked(first, {}, () => [exportPayouts(), exportPayouts()]);
  expect(outcomes.map(({ exported }) => exported).toSorted((a, b) => a - b)).toEqual([0, 1]);
  const second = await addApprovedPayout();
  expect(await exportPayouts()).toEqual({ ids: new Set([second]), exported: 1, leftOut: 1 });
  expect(await exportPayouts()).toEqual({ ids: new Set(), exported: 0, leftOut: 2 });
  expect(await exportPayouts(true)).toEqual({ ids: new Set([first, second]), exported: 2, leftOut: 0 });
  expect(await countLoggedExports()).toBe(logged + 3);
});

test('leaves out a payout that was paid while the file was made', async () => {
  const id = await addApprovedPayout();
  const [outcome] = await startWhileLocked(
    id,
    { status: 'paid', paidAt: bed.platform.clock.now(), paymentReference: 'E1' },
    () => [exportPayouts()],
  );
  expect(outcome).toMatchObject({ exported: 0 });
});

/** Starts the calls, lets them wait for the payout, then changes it. */
async function startWhileLocked<Result>(
  id: string,
  change: Updateable<Payouts>,
  start: () => Promise<Result>[],
): Promise<Result[]> {
  const { calls } = await bed.db.transaction().execute(async (trx) => {
    await trx.selectFrom('payouts').select('id').where('id', '=', id).forUpdate().execute();
    const calls = start();
    await untilBlocked(bed.pool, calls.length);
    if (Object.keys(change).length > 0)
      await trx.updateTable('payouts').set(change).where('id', '=', id).execute();
    return { calls };
  });
  return Promise.all(calls);
}

test('postpones an exported payout only for an admin who knows that a file has it', async () => {
  await bed.addOwedAffiliate(8_000, 'ana@exemplo.com.br');
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  await call(routes.approvePayout, { id }, bed.asAdmin());
  const postpone = (isExported: boolean) =>
    call(routes.cancelPayout, { id, isExported }, bed.asAdmin()).then(
      () => 'postponed',
      (error: { code: string }) => error.code,
    );
  expect(await postpone(true)).toBe('PAYOUT_CHANGED');
  await call(routes.exportPayouts, { kind: 'affiliate' }, bed.asAdmin());
  expect(await postpone(false)).toBe('PAYOUT_CHANGED');
  expect(await postpone(true)).toBe('postponed');
});

test('shows e-mails to admins only, and whole Pix keys to those who pay', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000, '39053344705');
  const email = `${affiliate.userId}@exemplo.com.br`;
  await bed.db.updateTable('profiles').set({ email }).where('id', '=', affiliate.userId).execute();
  await collectPayouts(bed.platform);
  const readContact = async (role: Role) => {
    const context = testContext(bed.platform, { userId: bed.adminId, role });
    const [payout] = (await call(routes.payouts, { kind: 'affiliate', page: 1 }, { context })).payouts;
    return [payout!.email, payout!.pixKey];
  };
  expect(await readContact('admin')).toEqual([email, '39053344705']);
  expect(await readContact('finance')).toEqual(['', '39053344705']);
  expect(await readContact('reader')).toEqual(['', '•••• 4705']);
});

test('shows what the sales of a payout have in common with the affiliate, and a freeze', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await bed.db
    .updateTable('orders')
    .set({ network: '203.0.113.9' })
    .where('id', '=', affiliate.order.id)
    .execute();
  await collectPayouts(bed.platform);
  const readPayout = async () =>
    (await call(routes.payouts, { kind: 'affiliate', page: 1 }, bed.asAdmin())).payouts[0]!;
  const risk = {
    sales: 1,
    buyers: 1,
    returned: 0,
    reversedCentavos: 0,
    sameNetwork: 0,
    samePhone: 0,
    givenBack: 0,
  };
  expect(await readPayout()).toMatchObject({ frozenUntil: null, risk });
  const now = bed.clock.now();
  await bed.db
    .insertInto('auth.sessions')
    .values({ id: randomUUID(), userId: affiliate.userId, refreshKey: Buffer.alloc(32), ip: '203.0.113.9' })
    .execute();
  await bed.db
    .insertInto('auth.reversibleChanges')
    .values({
      id: randomUUID(),
      userId: affiliate.userId,
      kind: 'pix_key_changed',
      before: '{}',
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  expect(await readPayout()).toMatchObject({
    frozenUntil: expect.any(String) as string,
    risk: { ...risk, sameNetwork: 1 },
  });
  // A cota of the sale, given to another account of the affiliate.
  const second = await addBuyer(bed.db);
  await bed.db
    .updateTable('profiles')
    .set((eb) => ({
      personId: eb.selectFrom('profiles').select('personId').where('id', '=', affiliate.userId),
    }))
    .where('id', '=', second)
    .execute();
  const { userId, rifaId } = await bed.db
    .selectFrom('orders')
    .select(['userId', 'rifaId'])
    .where('id', '=', affiliate.order.id)
    .executeTakeFirstOrThrow();
  await bed.db
    .insertInto('cotaGifts')
    .values({
      id: randomUUID(),
      reference: randomUUID(),
      orderId: affiliate.order.id,
      rifaId,
      number: 1,
      giverId: userId,
      recipientId: second,
      recipientName: 'Nina',
      createdAt: now,
      claimedAt: now,
    })
    .execute();
  expect(await readPayout()).toMatchObject({ risk: { ...risk, sameNetwork: 1, givenBack: 1 } });
});

test('marks an approved payout whose beneficiary has changed the Pix key', async () => {
  const { userId } = await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  const readPayout = async () =>
    (await call(routes.payouts, { kind: 'affiliate', page: 1 }, bed.asAdmin())).payouts[0]!;
  const changePixKey = (pixKey: string) =>
    bed.db.updateTable('affiliates').set({ pixKey }).where('userId', '=', userId).execute();
  await changePixKey('52998224725');
  const { id } = await readPayout();
  await call(routes.approvePayout, { id }, bed.asAdmin());
  expect(await readPayout()).toMatchObject({
    status: 'approved',
    pixKey: '52998224725',
    hasFormerKey: false,
  });
  await changePixKey('39053344705');
  expect(await readPayout()).toMatchObject({ status: 'approved', pixKey: '52998224725', hasFormerKey: true });
  await call(routes.payPayout, { id, reference: 'E123' }, bed.asAdmin());
  expect(await readPayout()).toMatchObject({ status: 'paid', hasFormerKey: false });
});
