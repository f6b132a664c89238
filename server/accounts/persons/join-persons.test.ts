import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnLimits } from '@mare/database/schema.ts';
import { newCpf } from '@mare/domain/accounts/person-numbers.testing.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { checkOwnLimits } from '../limits/check-own-limits.ts';
import { findSpendingBlock, readOwnLimits } from '../limits/read-own-limits.ts';
import { claimPerson } from './claim-person.ts';
import { joinPersons } from './join-persons.ts';
import { createPersonsTestbed, type PersonsTestbed } from './persons.testing.ts';
import { registerPersonsJob } from './register-persons.job.ts';

const DAY_MS = 86_400_000;

let bed: PersonsTestbed;
beforeAll(async () => {
  bed = await createPersonsTestbed();
});
afterAll(() => bed.close());

const shop = () => bed.shopWith('a'.repeat(32));

const join = (id: string, formerId: string) =>
  inTransaction(bed.db, (trx) => joinPersons(trx, shop(), id, formerId));

const setLimits = (userId: string, limits: Partial<Insertable<OwnLimits>>) =>
  bed.db
    .insertInto('ownLimits')
    .values({ userId, updatedAt: shop().clock.now(), ...limits })
    .execute();

const buy = (userId: string, clientRequestId: string, totalCentavos: number) =>
  checkOwnLimits(shop(), { userId, clientRequestId, totalCentavos });

test.each(['only the former has limits', 'both have limits'])(
  'joins a person in the middle of a purchase: %s',
  async (limited) => {
    const [kept, former] = [await addBuyer(bed.db, { cpf: null }), await addBuyer(bed.db, { cpf: null })];
    await setLimits(former, { monthlyLimit: '20.00' });
    if (limited.startsWith('both')) await setLimits(kept, { monthlyLimit: '50.00' });
    expect(await buy(former, 'first', 1500)).toEqual({ ok: true });

    await join(kept, former);
    // Pending orders of the former count.
    expect(await buy(kept, 'second', 1000)).toMatchObject({ reason: 'monthly', leftCentavos: 500 });
    expect(await buy(kept, 'third', 500)).toEqual({ ok: true });
  },
);

test.each(['kept', 'former'] as const)('keeps a raised limit in force of the %s person', async (raised) => {
  const accounts = {
    kept: await addBuyer(bed.db, { cpf: null }),
    former: await addBuyer(bed.db, { cpf: null }),
  };
  const hourAgo = new Date(shop().clock.now().getTime() - 3_600_000);
  const { kept, former } = accounts;
  await setLimits(accounts[raised], {
    monthlyLimit: '100.00',
    nextMonthlyLimit: '500.00',
    nextLimitFrom: hourAgo,
  });
  await setLimits(raised === 'kept' ? former : kept, { pausedUntil: hourAgo });
  await join(kept, former);
  expect(await readOwnLimits(bed.db, shop(), kept)).toMatchObject({ monthlyCentavos: 50_000, next: null });
});

test('applies the stricter limit in force, and drops a raise that is still pending', async () => {
  const [kept, former] = [await addBuyer(bed.db, { cpf: null }), await addBuyer(bed.db, { cpf: null })];
  const inHours = (hours: number) => new Date(shop().clock.now().getTime() + hours * 3_600_000);
  await setLimits(kept, { monthlyLimit: '100.00', nextMonthlyLimit: '500.00', nextLimitFrom: inHours(-1) });
  await setLimits(former, { monthlyLimit: '300.00', nextMonthlyLimit: '900.00', nextLimitFrom: inHours(1) });
  await join(kept, former);
  expect(await readOwnLimits(bed.db, shop(), kept)).toMatchObject({ monthlyCentavos: 30_000, next: null });
});

async function addConfirmed(cpf: string): Promise<string> {
  const userId = await addBuyer(bed.db, { cpf: null });
  expect(await claimPerson(shop(), userId, cpf)).toMatchObject({ ok: true });
  return userId;
}

test('keeps a self-exclusion for both CPFs of a person until it ends', async () => {
  const cpfs = [newCpf(), newCpf()] as const;
  const [kept, former] = [await addConfirmed(cpfs[0]), await addConfirmed(cpfs[1])];
  const excludedUntil = new Date(shop().clock.now().getTime() + 100 * DAY_MS);
  await setLimits(former, { excludedUntil });
  await join(kept, former);
  await bed.db
    .updateTable('profiles')
    .set({ cpf: null, deletedAt: shop().clock.now() })
    .where('id', '=', former)
    .execute();

  await registerPersonsJob.handle(shop(), {});
  const newAccount = await addConfirmed(cpfs[1]);
  for (const userId of [kept, newAccount])
    expect(await findSpendingBlock(bed.db, shop(), userId)).toMatchObject({ until: excludedUntil });
});

test('deletes the CPF of a merged person after its self-exclusion', async () => {
  const [kept, former] = [await addConfirmed(newCpf()), await addConfirmed(newCpf())];
  await setLimits(former, { excludedUntil: new Date(shop().clock.now().getTime() + DAY_MS) });
  await join(kept, former);
  const endedAt = new Date(shop().clock.now().getTime() - 100 * DAY_MS);
  await bed.db.updateTable('profiles').set({ deletedAt: endedAt }).where('id', '=', former).execute();
  await bed.db
    .updateTable('ownLimits')
    .set({ excludedUntil: endedAt })
    .where('userId', '=', former)
    .execute();
  await registerPersonsJob.handle(shop(), {});
  const remaining = await bed.db
    .selectFrom('persons')
    .select('id')
    .where('id', 'in', [kept, former])
    .execute();
  expect(remaining).toEqual([{ id: kept }]);
});
