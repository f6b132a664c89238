import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { createPrizesTestbed, type PrizesTestbed } from './won-prize.testing.ts';

let bed: PrizesTestbed;
beforeAll(async () => {
  bed = await createPrizesTestbed();
});
afterAll(() => bed.close());

// @covers beyond: mails about a prize, and the panel, use the winner's address of now
//   [server/draws/prizes/winner-email.ts]
test('mails a winner at the present address', async () => {
  const prize = await bed.addWonPrize();
  const email = `nova-${prize.userId}@exemplo.com.br`;
  const mailed = async () => {
    const before = bed.mails.length;
    await deliverOutbox(bed.platform);
    return bed.mails.slice(before).map(({ to }) => to);
  };
  await mailed();
  // Without an address of the account, that of the order, which the team can correct.
  await bed.pool.query(
    `update orders set customer = customer || jsonb_build_object('email', $1::text) where user_id = $2`,
    [email, prize.userId],
  );
  expect((await prize.readForAdmin()).winnerEmail).toBe(email);
  await bed.db
    .updateTable('profiles')
    .set({ email: `conta-${email}` })
    .where('id', '=', prize.userId)
    .execute();
  expect((await prize.readForAdmin()).winnerEmail).toBe(`conta-${email}`);
  await prize.claim();
  expect(await mailed()).toEqual([`conta-${email}`]);
});

test('mails an express account that won by a gift at the address that it states', async () => {
  const prize = await bed.addWonPrize();
  const stated = `vera-${prize.userId}@exemplo.com.br`;
  const giver = await bed.buyer();
  await bed.db.updateTable('orders').set({ userId: giver }).where('userId', '=', prize.userId).execute();
  await bed.db
    .updateTable('rifaWinners')
    .set({ winnerEmail: null })
    .where('id', '=', prize.winnerId)
    .execute();
  expect((await prize.readForAdmin()).winnerEmail).toBeNull();
  await bed.db
    .insertInto('expressAccounts')
    .values({ userId: prize.userId, email: stated, phone: '5582999990000', createdAt: bed.clock.now() })
    .execute();
  expect((await prize.readForAdmin()).winnerEmail).toBe(stated);
});
