/** Prizes of a rifa in the ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredDocument } from '../../../platform/documents/photo.ts';
import { expirePrizes } from '../expire-prizes.job.ts';
import { createPrizesTestbed, type PrizesTestbed } from '../won-prize.testing.ts';
import { deliverPrize } from './deliver-prize.ts';
import { recordTreasuryPayment } from './record-treasury-payment.ts';

let bed: PrizesTestbed;
beforeAll(async () => {
  bed = await createPrizesTestbed();
});
afterAll(() => bed.close());

/** Entries of the prizes of a rifa and the account that paid them, in the order of the accounts. */
const readEntries = (rifaId: string) =>
  bed.db
    .selectFrom('ledgerEntries')
    .select(['txnKey', 'account', 'amount', 'createdAt'])
    .where('txnKey', 'in', (eb) =>
      eb.selectFrom('ledgerEntries').select('txnKey').where('account', '=', `prizes:${rifaId}`),
    )
    .orderBy('account')
    .execute();
const setValue = (rifaId: string, reais: string | null) =>
  bed.db.updateTable('rifaPrizes').set({ value: reais }).where('rifaId', '=', rifaId).execute();

test('books a delivered prize at cost, on the day of its delivery', async () => {
  const { rifaId, winnerId, readClaim } = await bed.addWonPrize();
  await setValue(rifaId, '1500.00');
  const delivery = { winnerId, userId: bed.by.userId, note: 'Em mãos', proof: null, costCentavos: 123_456 };
  expect(await deliverPrize(bed.platform, delivery)).toEqual({ ok: true });
  const entry = { txnKey: `prize:${winnerId}`, createdAt: (await readClaim()).deliveredAt };
  expect(await readEntries(rifaId)).toEqual([
    { ...entry, account: 'bank', amount: '-1234.56' },
    { ...entry, account: `prizes:${rifaId}`, amount: '1234.56' },
  ]);
  expect(await deliverPrize(bed.platform, delivery)).toEqual({ ok: false, code: 'ALREADY_DELIVERED' });
  expect(await readEntries(rifaId)).toHaveLength(2);
});

test('books the declared value if there is no cost, and nothing for a donated prize', async () => {
  const declared = await bed.addWonPrize();
  await setValue(declared.rifaId, '1500.00');
  await declared.deliver();
  expect((await readEntries(declared.rifaId)).map(({ amount }) => amount)).toEqual(['-1500.00', '1500.00']);
  const donated = await bed.addWonPrize();
  await setValue(donated.rifaId, '1500.00');
  const { winnerId } = donated;
  await deliverPrize(bed.platform, {
    winnerId,
    userId: bed.by.userId,
    note: 'Doado',
    proof: null,
    costCentavos: 0,
  });
  expect(await readEntries(donated.rifaId)).toEqual([]);
});

test('books a cash prize at its amount before tax, whatever cost is sent', async () => {
  const { rifaId, winnerId } = await bed.addWonPrize({ cash: '5000.00' });
  const proof: StoredDocument = { type: 'application/pdf', bytes: Buffer.from('%PDF') };
  await deliverPrize(bed.platform, { winnerId, userId: bed.by.userId, note: 'Pix', proof, costCentavos: 1 });
  expect((await readEntries(rifaId)).map(({ amount }) => amount)).toEqual(['-5000.00', '5000.00']);
});

test('books a payment to the Tesouro Nacional once, for any number of requests', async () => {
  const expired = await bed.addWonPrize({ route: 'spa_mf', claimDays: 180 });
  await setValue(expired.rifaId, '800.00');
  await expired.moveClockToDeadline(0);
  await expirePrizes(bed.platform);
  for (const note of ['DARF 1', 'DARF 2'])
    expect(
      await recordTreasuryPayment(bed.platform, bed.by, {
        winnerId: expired.winnerId,
        paidOn: '2020-01-01',
        note,
        proof: null,
      }),
    ).toEqual({ ok: true });
  expect((await readEntries(expired.rifaId)).map(({ amount }) => amount)).toEqual(['-800.00', '800.00']);
});
