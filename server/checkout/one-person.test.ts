/** Two accounts of one person share its limits in every way to spend. */
import { randomUUID } from 'node:crypto';
import { changeLimit, limitInForce, type OwnLimits } from '@mare/domain/accounts/own-limits.ts';
import { newCpf } from '@mare/domain/accounts/person-numbers.testing.ts';
import { createRouterClient } from '@orpc/server';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount } from '../accounts/privacy/delete-account.ts';
import { eraseAgainJob } from '../accounts/privacy/erase-again.job.ts';
import { claimGift } from '../orders/gifts/claim-gift.ts';
import { createPayOrderRoutes } from '../payments/pay-order.routes.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { invalidateSite } from '../settings/read-site.ts';
import { createManualSaleRoutes } from './manual-sale/manual-sale.routes.ts';
import { createPersonTestbed, newPhone, outcomeOf, type PersonTestbed } from './one-person.testing.ts';

let bed: PersonTestbed;
beforeAll(async () => {
  bed = await createPersonTestbed();
});
afterAll(() => bed.close());

describe('a self-excluded buyer', () => {
  test('cannot buy through a second account with the same CPF and the first address as contact', async () => {
    const [first, second] = [await bed.newAccount(), await bed.newAccount()];
    const rifaId = await bed.rifa();
    const cpf = newCpf();
    expect(await first.buy(rifaId, { cpf })).toBe('bought');
    await first.api.changeOwnLimits({ kind: 'exclusion' });
    expect(await second.buy(rifaId, { cpf, contact: first.email })).toBe('PERSON_CONFLICT other_email');
    expect(await second.buy(rifaId, { cpf: newCpf(), contact: first.email })).toBe(
      'PERSON_CONFLICT other_email',
    );
    expect(await second.buy(rifaId, { cpf })).toBe('PERSON_CONFLICT other_account');
    expect(await second.buy(rifaId, { cpf, contact: 'outra@exemplo.com.br' })).toBe(
      'PERSON_CONFLICT other_account',
    );
    expect(await second.buy(rifaId)).toBe('NOT_ELIGIBLE cpf_unknown');
  });

  test('sees the exclusion before buying, and is rejected in every way to spend', async () => {
    const { first, second } = await bed.newPersonWithTwoAccounts();
    const rifaId = await bed.rifa();
    const order = await bed.order('hosted', { rifaId });
    await bed.db.updateTable('orders').set({ userId: second.userId }).where('id', '=', order.id).execute();
    await first.api.changeOwnLimits({ kind: 'exclusion' });
    expect(await second.api.participation({ id: rifaId })).toMatchObject({
      allowed: false,
      reason: 'self_excluded',
      until: expect.any(String) as unknown,
    });
    expect(await second.api.ownLimits()).toMatchObject({ excludedUntil: expect.any(String) as unknown });
    expect(await second.buy(rifaId)).toBe('OWN_LIMIT excluded');

    const admin = await bed.buyer();
    await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', admin).execute();
    const services = { orderBatchWriter: bed.orderBatchWriter, payments: bed.payments };
    const manualSales = createRouterClient(createManualSaleRoutes(services), {
      context: testContext(bed.platform, { userId: admin, role: 'admin' }),
    });
    const sale = {
      id: rifaId,
      requestId: randomUUID(),
      quantity: 1,
      name: 'Ana',
      email: second.email,
      phone: null,
    };
    expect(await outcomeOf(manualSales.sellByHand(sale))).toBe('BUYER_MAY_NOT_SPEND');

    const pages = createRouterClient(createPayOrderRoutes(bed.payments), {
      context: testContext(bed.platform, null),
    });
    const { externalReference } = order;
    expect(await outcomeOf(pages.startPix({ externalReference }))).toBe('BUYER_MAY_NOT_SPEND');

    const giver = await bed.order('pix', { rifaId });
    await bed.db
      .insertInto('cotaGifts')
      .values({
        id: randomUUID(),
        reference: 'presente-para-ana',
        orderId: giver.id,
        rifaId,
        number: giver.numbers[0]!,
        giverId: giver.userId,
        recipientName: 'Ana',
        createdAt: bed.clock.now(),
      })
      .execute();
    expect(await claimGift(bed.platform, second.userId, 'presente-para-ana')).toMatchObject({
      code: 'NOT_ELIGIBLE',
    });
  });
});

test('keeps a self-exclusion after the account is deleted', async () => {
  const [first, second] = [await bed.newAccount(), await bed.newAccount()];
  const rifaId = await bed.rifa();
  const cpf = newCpf();
  const birthDate = '1990-02-28';
  await first.api.updateProfile({ name: 'Ana', phone: null, cpf, city: 'Maceió', state: 'AL', birthDate });
  await first.api.changeOwnLimits({ kind: 'exclusion' });
  await bed.platform.jobs.prepare([eraseAgainJob]);
  expect(await deleteAccount(bed.platform, first)).toMatchObject({ ok: true });
  expect(await second.buy(rifaId, { cpf })).toBe('OWN_LIMIT excluded');
  expect(await second.buy(rifaId)).toBe('OWN_LIMIT excluded');
});

test('limits the concurrent spending of two accounts of a person', async () => {
  const { first, second } = await bed.newPersonWithTwoAccounts();
  const { spentCentavos } = await first.api.ownLimits();
  await first.api.changeOwnLimits({ kind: 'monthly', centavos: spentCentavos + 1000 });
  const rifaId = await bed.rifa();
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, at) => (at % 2 ? first : second).buy(rifaId)),
  );
  expect(outcomes.filter((outcome) => outcome === 'bought')).toHaveLength(5);
  expect((await second.api.ownLimits()).spentCentavos).toBe(spentCentavos + 1000);
});

test('applies the cota limit of a rifa to two accounts of a person together', async () => {
  const { first, second } = await bed.newPersonWithTwoAccounts();
  const rifaId = await bed.rifa();
  await bed.db.updateTable('rifas').set({ maxPerPerson: 3 }).where('id', '=', rifaId).execute();
  const outcomes = await Promise.all(
    [first, second, first, second, second].map((account) => account.buy(rifaId)),
  );
  expect(outcomes.filter((outcome) => outcome === 'bought')).toHaveLength(3);
});

test('confirms a CPF once, by one of several concurrent accounts', async () => {
  const rifaId = await bed.rifa();
  const account = await bed.newAccount();
  const cpf = newCpf();
  expect(await account.buy(rifaId, { cpf })).toBe('bought');
  expect(await account.buy(rifaId, { cpf: newCpf() })).toBe('PERSON_CONFLICT other_cpf');

  const shared = newCpf();
  const accounts = await Promise.all(Array.from({ length: 4 }, bed.newAccount));
  const outcomes = await Promise.all(accounts.map((account) => account.buy(rifaId, { cpf: shared })));
  expect(outcomes.map(String).toSorted()).toEqual([
    'PERSON_CONFLICT other_account',
    'PERSON_CONFLICT other_account',
    'PERSON_CONFLICT other_account',
    'bought',
  ]);
});

test('does not confirm the CPF of a rejected purchase', async () => {
  const [first, second] = [await bed.newAccount(), await bed.newAccount()];
  const cpf = newCpf();
  await first.api.changeOwnLimits({ kind: 'monthly', centavos: 100 });
  const rifaId = await bed.rifa();
  expect(await first.buy(rifaId, { cpf })).toBe('OWN_LIMIT monthly');
  expect(await second.buy(rifaId, { cpf })).toBe('bought');
});

describe('where the shop asks for a confirmed phone from the second order on', () => {
  const requireConfirmedPhone = async (confirmedPhone: boolean) => {
    await bed.db
      .updateTable('settings')
      .set({ value: sql`value || jsonb_build_object('confirmedPhone', ${confirmedPhone}::boolean)` })
      .where('key', '=', 'features')
      .execute();
    invalidateSite(bed.platform);
  };
  beforeAll(() => requireConfirmedPhone(true));
  afterAll(() => requireConfirmedPhone(false));

  test('the first order needs none, and the second reports it before and on submission', async () => {
    const account = await bed.newAccount();
    const rifaId = await bed.rifa();
    expect(await account.api.participation({ id: rifaId })).toMatchObject({ allowed: true });
    const first = { cpf: newCpf(), key: randomUUID() };
    expect(await account.buy(rifaId, first)).toBe('bought');
    expect(await account.buy(rifaId, first)).toBe('bought');
    expect(await account.api.participation({ id: rifaId })).toMatchObject({ reason: 'phone_unconfirmed' });
    expect(await account.buy(rifaId)).toBe('NOT_ELIGIBLE phone_unconfirmed');
    await bed.confirmPhone(account, newPhone());
    expect(await account.api.participation({ id: rifaId })).toMatchObject({ allowed: true });
    expect(await account.buy(rifaId)).toBe('bought');
  });

  test('requires a different phone for a second account with an invented CPF', async () => {
    const [first, second] = [await bed.newAccount(), await bed.newAccount()];
    const rifaId = await bed.rifa();
    const phone = newPhone();
    expect(await first.buy(rifaId, { cpf: newCpf() })).toBe('bought');
    expect(await bed.confirmPhone(first, phone)).toBe('confirmed');
    expect(await second.buy(rifaId, { cpf: newCpf() })).toBe('bought');
    expect(await bed.confirmPhone(second, phone)).toBe('PERSON_CONFLICT other_phone');
    expect(await second.buy(rifaId)).toBe('NOT_ELIGIBLE phone_unconfirmed');
  });
});

test('never exceeds the limit in force, in any sequence of accounts, limits and time', async () => {
  const anyStep = fc.oneof(
    fc.record({
      kind: fc.constant('buy' as const),
      accountIndex: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 8 }),
    }),
    fc.record({
      kind: fc.constant('limit' as const),
      accountIndex: fc.nat(1),
      centavos: fc.option(fc.integer({ min: 500, max: 6000 }), { nil: null }),
    }),
    fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 12, 23, 24) }),
    fc.record({ kind: fc.constant('phone' as const), accountIndex: fc.nat(2), isNew: fc.boolean() }),
    // Another account states the CPF, before or after it confirms a phone.
    fc.record({ kind: fc.constant('intrude' as const), quantity: fc.integer({ min: 1, max: 8 }) }),
  );
  const sequences = fc.array(anyStep, { minLength: 8, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      const { first, second, cpf } = await bed.newPersonWithTwoAccounts();
      const third = await bed.newAccount();
      const accounts = [first, second, third];
      const phone = newPhone();
      const rifaId = await bed.rifa();
      let limits: OwnLimits = { monthlyCentavos: null, next: null, pausedUntil: null, excludedUntil: null };
      let waitedSeconds = 0;
      /** Centavos beyond the limit after each purchase. */
      const excesses: number[] = [];
      const confirmations: string[] = [];
      for (const step of steps) {
        if (step.kind === 'wait') {
          waitedSeconds += step.hours * 3600;
          bed.clock.advance(step.hours * 3600);
        } else if (step.kind === 'limit') {
          const { centavos, accountIndex } = step;
          limits = { ...limits, ...changeLimit(limits, centavos, bed.clock.now()) };
          await accounts[accountIndex]!.api.changeOwnLimits({ kind: 'monthly', centavos });
        } else if (step.kind === 'phone') {
          const { accountIndex, isNew } = step;
          confirmations.push(await bed.confirmPhone(accounts[accountIndex]!, isNew ? newPhone() : phone));
        } else if (
          (step.kind === 'intrude'
            ? await third.buy(rifaId, { ...step, cpf })
            : await accounts[step.accountIndex]!.buy(rifaId, step)) === 'bought'
        ) {
          const inForce = limitInForce(limits, bed.clock.now());
          const { rows } = await bed.pool.query<{ spent: number }>(
            'select (sum(total_amount) * 100)::integer as spent from orders where user_id = any($1::uuid[])',
            [accounts.map(({ userId }) => userId)],
          );
          const spentCentavos = rows[0]!.spent;
          if (inForce !== null) excesses.push(Math.max(0, spentCentavos - inForce));
        }
      }
      bed.clock.advance(-waitedSeconds);
      expect(excesses.filter((centavos) => centavos > 0)).toEqual([]);
      expect(confirmations.filter((outcome) => outcome !== 'confirmed')).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

test('repeats a purchase that reached the limit of the rifa', async () => {
  const account = await bed.newAccount();
  const rifaId = await bed.rifa();
  await bed.db.updateTable('rifas').set({ maxPerPerson: 3 }).where('id', '=', rifaId).execute();
  const purchase = { quantity: 3, key: randomUUID(), cpf: newCpf() };
  expect(await account.buy(rifaId, purchase)).toBe('bought');
  expect(await account.buy(rifaId, purchase)).toBe('bought');
  expect(await account.buy(rifaId)).toBe('PURCHASE_LIMIT_EXCEEDED');
});
