/** Cotas of a rifa with a limit that are taken or end while their buyer is joined with another person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinPersons } from '../accounts/persons/join-persons.ts';
import { claimGift } from '../orders/gifts/claim-gift.ts';
import { endGifts } from '../orders/gifts/end-gifts.ts';
import { giveCotas } from '../orders/gifts/give-cotas.ts';
import { findOrderByReference } from '../orders/reading/find-order.ts';
import { releaseOrder } from '../orders/lifecycle/release-order.ts';
import { takeShareOf } from '../orders/reservation/shares.queries.ts';
import { line } from '../orders/orders.testing.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { untilBlocked } from '../platform/database/until-blocked.testing.ts';

const MAX_PER_PERSON = 10;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

async function addLimitedRifa(): Promise<string> {
  const rifaId = await bed.rifa();
  await bed.pool.query(
    `alter table rifas disable trigger rifa_share_stays;
     update rifas set max_per_person = ${MAX_PER_PERSON} where id = '${rifaId}';
     alter table rifas enable trigger rifa_share_stays`,
  );
  return rifaId;
}

const limitedLine = (rifaId: string, cotas: number) => ({
  ...line(rifaId, cotas),
  maxPerPerson: MAX_PER_PERSON,
});

async function findShares(rifaId: string) {
  return bed.db.selectFrom('rifaShares').select(['userId', 'cotas']).where('rifaId', '=', rifaId).execute();
}

/** Takes or ends cotas of the account while it is joined with another person, whose transaction commits afterwards. */
async function changeDuringJoin(userId: string, change: () => Promise<unknown>): Promise<string> {
  const person = await bed.buyer();
  const join = await bed.db.startTransaction().execute();
  await joinPersons(join, bed.platform, person, userId);
  const changing = change();
  await untilBlocked(bed.pool, 1);
  await join.commit().execute();
  await changing;
  return person;
}

test('an unpaid order that ends leaves the share of the joined person', async () => {
  const rifaId = await addLimitedRifa();
  const order = await bed.order('pix', { lines: [limitedLine(rifaId, 4)] });
  expect(await findShares(rifaId)).toEqual([{ userId: order.userId, cotas: 4 }]);
  const person = await changeDuringJoin(order.userId, () =>
    bed.db.transaction().execute((trx) => releaseOrder(trx, order.id, 'cancelled')),
  );
  expect(await findShares(rifaId)).toEqual([{ userId: person, cotas: 0 }]);
});

test('a gift that ends leaves the share of the joined recipient', async () => {
  const rifaId = await addLimitedRifa();
  const { id, externalReference, numbers, userId } = await paidOrder(bed, {
    lines: [limitedLine(rifaId, 3)],
  });
  const order = (await findOrderByReference(bed.db, externalReference))!;
  const given = await giveCotas(bed.platform, order, {
    rifaId,
    numbers,
    recipientName: 'Vó Nina',
    message: null,
    email: null,
  });
  if (!given.ok) throw new Error(given.code);
  const friend = await bed.buyer();
  expect(await claimGift(bed.platform, friend, given.gift.reference)).toEqual({ ok: true });
  const person = await changeDuringJoin(friend, () =>
    bed.db.transaction().execute((trx) => endGifts(trx, [id])),
  );
  expect(await findShares(rifaId)).toEqual(
    expect.arrayContaining([
      { userId, cotas: 3 },
      { userId: person, cotas: 0 },
    ]),
  );
});

test('a sale of a stand counts for the joined person', async () => {
  const rifaId = await addLimitedRifa();
  const userId = await bed.buyer();
  const person = await changeDuringJoin(userId, () =>
    bed.db
      .transaction()
      .execute((trx) => takeShareOf(trx, { rifaId, userId, cotas: 2, most: MAX_PER_PERSON })),
  );
  expect(await findShares(rifaId)).toEqual([{ userId: person, cotas: 2 }]);
});
