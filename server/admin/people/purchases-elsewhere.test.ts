/** Purchases without sign-in whose stated address belongs to an account, brought into that account. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpPerson, startAuthService, type TestAuthService } from '../../accounts/accounts.testing.ts';
import {
  enterMailedCode,
  type ExpressBuyer,
  isSessionActive,
  markPaid,
  openExpress,
} from '../../accounts/express/express.testing.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { JOBS } from '../../composition/worker.ts';
import { addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { bringPurchases, findPurchasesElsewhere } from './purchases-elsewhere.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOBS);
});
afterAll(() => service.stop());

/** A paid order of a new express account that states this address. */
async function buyWithoutSignIn(email: string): Promise<ExpressBuyer & { orderId: string }> {
  const express = await openExpress(service, { email });
  const { db } = service.platform;
  const { id: orderId } = await addOrderRow(db, {
    userId: express.userId,
    rifaId: await addRifa(db, 100),
    status: 'paid',
    quantity: 12,
    createdAt: service.clock.now(),
    paidAt: service.clock.now(),
  });
  await markPaid(service, express.userId);
  return { ...express, orderId };
}

async function addOwner() {
  const owner = await signUpPerson(service);
  const { id: userId } = owner.session.user;
  return { ...owner, userId, find: () => findPurchasesElsewhere(service.platform.db, userId) };
}

const bring = ({ userId, email }: { userId: string; email: string }, expressId: string) =>
  bringPurchases(
    service.platform,
    { owner: { userId, email, sessionId: randomUUID() }, expressId, ipAddress: null },
    mergeReferrals,
  );

const ownerOf = async (orderId: string) => {
  const { userId } = await service.platform.db
    .selectFrom('orders')
    .select('userId')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return userId;
};

// @covers beyond: an account that was opened after a purchase without sign-in finds it by its confirmed e-mail
//   [server/admin/people/purchases-elsewhere.ts, web/app/accounts/merge/purchases-elsewhere.tsx]
test('offers purchases with the own address, and merges them once', async () => {
  const owner = await addOwner();
  expect(await owner.find()).toEqual([]);
  const express = await buyWithoutSignIn(owner.email);
  expect(await owner.find()).toEqual([
    {
      id: express.userId,
      name: 'Ana S.',
      phoneEnd: express.phone.slice(-4),
      cotas: 12,
      lastPaidAt: service.clock.now(),
    },
  ]);
  const answers = await Promise.all([1, 2].map(() => bring(owner, express.userId)));
  expect(answers).toEqual([{ ok: true }, { ok: true }]);
  expect(await owner.find()).toEqual([]);
  expect(await ownerOf(express.orderId)).toBe(owner.userId);
  expect(await isSessionActive(service, express.session)).toBe(false);
  expect((await service.mailbox.next(owner.email)).subject).toContain('Suas contas são uma só');
});

test('keeps a purchase with a confirmed phone or another address', async () => {
  const owner = await addOwner();
  const mistyped = await buyWithoutSignIn(owner.email);
  await enterMailedCode(service, mistyped.phone, { session: mistyped.session });
  const stranger = await buyWithoutSignIn(`outra.${owner.email}`);
  expect(await owner.find()).toEqual([]);
  for (const express of [mistyped, stranger]) {
    expect(await bring(owner, express.userId)).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await ownerOf(express.orderId)).toBe(express.userId);
  }
});

test('offers nothing for an address that the account has not confirmed', async () => {
  const owner = await addOwner();
  const express = await buyWithoutSignIn(owner.email);
  await service.platform.db
    .updateTable('auth.users')
    .set({ emailConfirmedAt: null })
    .where('id', '=', owner.userId)
    .execute();
  expect(await owner.find()).toEqual([]);
  expect(await bring(owner, express.userId)).toEqual({ ok: false, code: 'NOT_FOUND' });
});
