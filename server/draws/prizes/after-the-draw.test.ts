import sharp from 'sharp';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimDeadline } from '@mare/domain/draws/prizes/claim-deadline.ts';
import { countWaitingWork } from '../../admin/admin.queries.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction } from '../draws.testing.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { claimPrize } from './claim-prize.ts';
import { changePhotoConsent, storeDeliveryPhoto } from './delivery/delivery-photo.ts';
import { deliverPrize } from './delivery/deliver-prize.ts';
import { expirePrizes } from './expire-prizes.job.ts';
import { listOwnPrizes, listPrizesToDeliver } from './list-prizes.ts';
import type { StoredDocument } from '../../platform/documents/photo.ts';
import { createPrizePhotoRoutes } from './delivery/prize-photos.routes.ts';
import { recordContact } from './delivery/record-contact.ts';
import { recordTreasuryPayment } from './delivery/record-treasury-payment.ts';
import { sendPrize } from './delivery/send-prize.ts';

let bed: DrawsTestbed;
let start: number;
let by: { userId: string; ipAddress: null };
beforeAll(async () => {
  bed = await createDrawsTestbed();
  start = bed.clock.now().getTime();
  by = { userId: bed.admins[0], ipAddress: null };
});
afterAll(() => bed.close());

const contact = { name: 'Maria', phone: '82999990012', note: '' };

/** A rifa of ten cotas, drawn; its winner has an account. */
async function won({ route = 'none', claimDays = 30, cash = null as string | null } = {}) {
  bed.clock.advance((start - bed.clock.now().getTime()) / 1000);
  const rifaId = await bed.rifa(10, { prizes: 1 });
  const { userId } = await bed.sell(rifaId, [6]);
  await bed.db.updateTable('rifas').set({ publishedAt: null }).where('id', '=', rifaId).execute();
  if (cash !== null)
    await bed.db
      .updateTable('rifaPrizes')
      .set({ prizeType: 'cash', value: cash })
      .where('rifaId', '=', rifaId)
      .execute();
  await bed.db.insertInto('rifaLegal').values({ rifaId, route, claimDays }).execute();
  await bed.drawn(rifaId, freshExtraction());
  const winnerId = (await bed.winners(rifaId))[0]!.id;
  return {
    rifaId,
    userId,
    winnerId,
    claim: () => claimPrize(bed.platform, { winnerId, userId, contact }),
    deliver: (proof: StoredDocument | null = null) =>
      deliverPrize(bed.platform, { winnerId, userId: by.userId, note: 'Em mãos', proof }),
    row: () =>
      bed.db.selectFrom('prizeClaims').selectAll().where('winnerId', '=', winnerId).executeTakeFirstOrThrow(),
    own: async () => (await listOwnPrizes(bed.platform, userId))[0]!,
    admin: async () =>
      (await listPrizesToDeliver(bed.platform)).find((prize) => prize.winnerId === winnerId)!,
    shown: async () => (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!.winners[0]!.prize!,
    /** Moves the clock to so many milliseconds after the deadline. */
    async atDeadline(offsetMs: number) {
      const { claimUntil } = await this.row();
      bed.clock.advance((claimUntil.getTime() + offsetMs - bed.clock.now().getTime()) / 1000);
    },
  };
}

describe('a prize in cash', () => {
  test('shows its amount and tax to the winner, and its amount to everyone', async () => {
    const prize = await won({ cash: '2500.50' });
    expect(await prize.own()).toMatchObject({
      cashCentavos: 250_050,
      taxNote: expect.stringContaining('30%') as string,
    });
    expect(await prize.shown()).toMatchObject({ cashCentavos: 250_050 });
    expect(await prize.admin()).toMatchObject({ prizeType: 'cash', cashCentavos: 250_050 });
  });

  test('is delivered only with the receipt of the transfer', async () => {
    const prize = await won({ cash: '2500.00' });
    expect(await prize.deliver()).toEqual({ ok: false, code: 'PROOF_REQUIRED' });
    expect((await prize.row()).state).toBe('open');
    expect(await prize.deliver({ type: 'image/jpeg', bytes: Buffer.from('jpeg') })).toEqual({ ok: true });
    expect(await prize.admin()).toMatchObject({ state: 'delivered', hasProof: true });
  });
});

describe('the deadline', () => {
  test('is 180 days from the extraction where the SPA/MF authorised the promotion', async () => {
    const prize = await won({ route: 'spa_mf', claimDays: 180 });
    expect((await prize.row()).claimUntil).toEqual(claimDeadline(bed.day, 180));
  });

  test('lets a winner claim until the last instant, and no later', async () => {
    const prize = await won();
    await prize.atDeadline(0);
    expect(await prize.claim()).toEqual({ ok: false, code: 'OVER' });
    expect((await prize.shown()).stage).toBe('expired');
    bed.clock.advance(-1);
    expect(await prize.claim()).toEqual({ ok: true });
    bed.clock.advance(2);
    await expirePrizes(bed.platform);
    expect((await prize.row()).state).toBe('claimed');
  });

  test.each([-1000, 0])('a claim and the job agree %i ms from it', async (offsetMs) => {
    const prize = await won();
    await prize.atDeadline(offsetMs);
    const [claimed] = await Promise.all([
      prize.claim(),
      expirePrizes(bed.platform),
      expirePrizes(bed.platform),
    ]);
    expect(claimed.ok).toBe(offsetMs < 0);
    expect((await prize.row()).state).toBe(offsetMs < 0 ? 'claimed' : 'expired');
  });

  test('notifies winner and team once when a prize expires', async () => {
    const prize = await won();
    await prize.atDeadline(60_000);
    await Promise.all([expirePrizes(bed.platform), expirePrizes(bed.platform)]);
    await expirePrizes(bed.platform);
    const notices = await bed.db
      .selectFrom('notifications')
      .select(['userId', 'occasion'])
      .where('occasion', 'like', `prize:${prize.winnerId}:expired%`)
      .execute();
    expect(new Set(notices.map(({ userId }) => userId))).toEqual(new Set([prize.userId, ...bed.admins]));
    expect(notices).toHaveLength(3);
  });
});

describe('an expired prize', () => {
  test('of an authorised promotion is owed to the Tesouro Nacional and not delivered', async () => {
    const prize = await won({ route: 'spa_mf', claimDays: 180 });
    const pay = (paidOn: string) =>
      recordTreasuryPayment(bed.platform, by, {
        winnerId: prize.winnerId,
        paidOn,
        note: 'DARF 1',
        proof: null,
      });
    expect(await pay('2030-05-16')).toEqual({ ok: false, code: 'NOT_OWED' });
    await prize.atDeadline(0);
    // Refused at once, before the job records it.
    expect(await prize.deliver()).toEqual({ ok: false, code: 'OWED_TO_TREASURY' });
    await expirePrizes(bed.platform);
    expect(await prize.deliver()).toEqual({ ok: false, code: 'OWED_TO_TREASURY' });
    expect((await prize.admin()).treasury).toMatchObject({ dueOn: '2030-11-21', paidOn: null });
    expect(await pay('2030-12-01')).toEqual({ ok: false, code: 'IN_FUTURE' });
    const waiting = async () => (await countWaitingWork(bed.db, bed.clock.now())).lapsedPrizes;
    const before = await waiting();
    expect(await pay('2030-11-11')).toEqual({ ok: true });
    expect(await waiting()).toBe(before - 1);
    expect(await prize.shown()).toMatchObject({ stage: 'expired', treasuryPaidOn: '2030-11-11' });
  });

  test('elsewhere may still be delivered', async () => {
    const prize = await won();
    await prize.atDeadline(0);
    await expirePrizes(bed.platform);
    expect((await prize.admin()).treasury).toBeNull();
    expect(await prize.deliver()).toEqual({ ok: true });
    expect((await prize.shown()).stage).toBe('delivered');
  });
});

describe('on the way to the winner', () => {
  test('attempts to reach the winner are recorded and shown', async () => {
    const prize = await won();
    const attempt = {
      winnerId: prize.winnerId,
      contactedAt: bed.clock.now(),
      channel: 'phone',
      outcome: 'no_answer',
      note: 'Caixa postal',
    } as const;
    expect(await prize.shown()).toMatchObject({ stage: 'awaiting_contact' });
    const tomorrow = new Date(bed.clock.now().getTime() + 86_400_000);
    expect(await recordContact(bed.platform, by, { ...attempt, contactedAt: tomorrow })).toEqual({
      ok: false,
      code: 'IN_FUTURE',
    });
    expect(await recordContact(bed.platform, by, attempt)).toEqual({ ok: true });
    const at = attempt.contactedAt.toISOString();
    expect(await prize.shown()).toMatchObject({ stage: 'in_contact', since: at });
    // The team's note is not for the winner.
    expect((await prize.own()).contacts).toEqual([{ at, channel: 'phone', outcome: 'no_answer' }]);
    expect((await prize.admin()).contacts[0]).toMatchObject({ note: 'Caixa postal' });
  });

  test('a prize is sent and delivered once', async () => {
    const prize = await won();
    const send = (note: string) => sendPrize(bed.platform, by, { winnerId: prize.winnerId, note });
    expect(await send('Correios AA1')).toEqual({ ok: true });
    expect(await send('Correios AA2')).toEqual({ ok: true });
    expect(await prize.own()).toMatchObject({ state: 'sent', sentNote: 'Correios AA2' });
    expect(await prize.claim()).toEqual({ ok: false, code: 'OVER' });
    const delivered = await Promise.all([prize.deliver(), prize.deliver(), prize.deliver()]);
    expect(delivered.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await send('de novo')).toEqual({ ok: false, code: 'PRIZE_OVER' });
  });

  test('a winner that a correction replaced can no longer claim', async () => {
    const prize = await won();
    const gone = bed.db.deleteFrom('rifaWinners').where('id', '=', prize.winnerId).execute();
    await Promise.all([prize.claim(), gone]);
    expect(await prize.claim()).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await prize.deliver()).toEqual({ ok: false, code: 'NOT_FOUND' });
  });
});

describe('the photo of a delivery', () => {
  const phonePhoto = (changes: { orientation?: number } = {}) =>
    sharp({ create: { width: 4000, height: 3000, channels: 3, background: { r: 9, g: 120, b: 200 } } })
      .withExif({ IFD0: { Copyright: 'Segredo' }, IFD3: { GPSLatitude: '9/1 39/1 0/1' } })
      .withMetadata({ orientation: changes.orientation ?? 6 })
      .jpeg()
      .toBuffer();
  const store = async (winnerId: string, bytes: Uint8Array) =>
    storeDeliveryPhoto(bed.platform, by, { winnerId, bytes });

  test('is public with the winner’s consent, and gone when it is withdrawn', async () => {
    const prize = await won();
    expect(await store(prize.winnerId, await phonePhoto())).toEqual({ ok: false, code: 'NOT_DELIVERED' });
    await prize.deliver();
    expect(await store(prize.winnerId, await phonePhoto())).toEqual({ ok: true });
    const photoId = (await prize.own()).photo!.id;
    const routes = createPrizePhotoRoutes(bed.platform);
    const get = () => routes.request(`/entregas/${photoId}.jpg`);
    const consent = (agrees: boolean, userId = prize.userId, photo = photoId) =>
      changePhotoConsent(bed.platform, { winnerId: prize.winnerId, userId, photoId: photo, agrees });

    expect((await prize.shown()).photo).toBeNull();
    expect((await get()).status).toBe(404);
    expect(await consent(true, by.userId)).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await consent(true, prize.userId, randomUUID())).toEqual({ ok: false, code: 'VERSION_CONFLICT' });
    await Promise.all([consent(true), consent(true)]);
    expect((await prize.shown()).photo).toEqual({
      src: `/entregas/${photoId}.jpg`,
      width: 1200,
      height: 1600,
    });

    const answer = await get();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { width, height, exif } = await sharp(bytes).metadata();
    expect({ width, height, exif }).toEqual({ width: 1200, height: 1600, exif: undefined });
    expect(bytes.includes('Segredo')).toBe(false);

    await consent(false);
    expect((await get()).status).toBe(404);
    expect((await prize.shown()).photo).toBeNull();
    const consents = await bed.db
      .selectFrom('photoConsents')
      .select(['wording', 'withdrawnAt'])
      .where('winnerId', '=', prize.winnerId)
      .execute();
    expect(consents).toHaveLength(1);
    expect(consents[0]!.wording).toContain('Autorizo');
    expect(consents[0]!.withdrawnAt).not.toBeNull();
  });

  test('needs a new consent when it is replaced', async () => {
    const prize = await won();
    await prize.deliver();
    await store(prize.winnerId, await phonePhoto());
    const photoId = (await prize.own()).photo!.id;
    await changePhotoConsent(bed.platform, {
      winnerId: prize.winnerId,
      userId: prize.userId,
      photoId,
      agrees: true,
    });
    await store(prize.winnerId, await phonePhoto({ orientation: 1 }));
    expect((await prize.shown()).photo).toBeNull();
    expect((await prize.own()).photo).toMatchObject({ consentGivenAt: null });
  });

  test.each([
    ['a HEIC of an iPhone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 'PICTURE_HEIC'],
    ['a text', Buffer.from('oi'), 'PICTURE_UNREADABLE'],
    ['a truncated JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), 'PICTURE_UNREADABLE'],
  ])('%s is rejected with its reason', async (_name, bytes, code) => {
    const prize = await won();
    await prize.deliver();
    expect(await store(prize.winnerId, bytes)).toEqual({ ok: false, code });
  });

  test('fits however noisy it is', async () => {
    const prize = await won();
    await prize.deliver();
    const noise = await sharp({
      create: {
        width: 1700,
        height: 1700,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .png()
      .toBuffer();
    expect(await store(prize.winnerId, noise)).toEqual({ ok: true });
  });
});

describe('the books of a rifa', () => {
  /** Entries of the prizes of a rifa and the account that paid them, in the order of the accounts. */
  const booked = (rifaId: string) =>
    bed.db
      .selectFrom('ledgerEntries')
      .select(['txnKey', 'account', 'amount', 'createdAt'])
      .where('txnKey', 'in', (eb) =>
        eb.selectFrom('ledgerEntries').select('txnKey').where('account', '=', `prizes:${rifaId}`),
      )
      .orderBy('account')
      .execute();
  const value = (rifaId: string, reais: string | null) =>
    bed.db.updateTable('rifaPrizes').set({ value: reais }).where('rifaId', '=', rifaId).execute();

  test('show a delivered prize at what it cost, on the day of its delivery', async () => {
    const { rifaId, winnerId, row } = await won();
    await value(rifaId, '1500.00');
    const delivery = { winnerId, userId: by.userId, note: 'Em mãos', proof: null, costCentavos: 123_456 };
    expect(await deliverPrize(bed.platform, delivery)).toEqual({ ok: true });
    const entry = { txnKey: `prize:${winnerId}`, createdAt: (await row()).deliveredAt };
    expect(await booked(rifaId)).toEqual([
      { ...entry, account: 'bank', amount: '-1234.56' },
      { ...entry, account: `prizes:${rifaId}`, amount: '1234.56' },
    ]);
    expect(await deliverPrize(bed.platform, delivery)).toEqual({ ok: false, code: 'ALREADY_DELIVERED' });
    expect(await booked(rifaId)).toHaveLength(2);
  });

  test('take the declared value where no cost is noted, and nothing of a donated prize', async () => {
    const declared = await won();
    await value(declared.rifaId, '1500.00');
    await declared.deliver();
    expect((await booked(declared.rifaId)).map(({ amount }) => amount)).toEqual(['-1500.00', '1500.00']);
    const donated = await won();
    await value(donated.rifaId, '1500.00');
    const { winnerId } = donated;
    await deliverPrize(bed.platform, {
      winnerId,
      userId: by.userId,
      note: 'Doado',
      proof: null,
      costCentavos: 0,
    });
    expect(await booked(donated.rifaId)).toEqual([]);
  });

  test('show a cash prize at its amount before tax, whatever cost is sent', async () => {
    const { rifaId, winnerId } = await won({ cash: '5000.00' });
    const proof: StoredDocument = { type: 'application/pdf', bytes: Buffer.from('%PDF') };
    await deliverPrize(bed.platform, { winnerId, userId: by.userId, note: 'Pix', proof, costCentavos: 1 });
    expect((await booked(rifaId)).map(({ amount }) => amount)).toEqual(['-5000.00', '5000.00']);
  });

  test('show what was paid to the Tesouro Nacional once, however often it is recorded', async () => {
    const expired = await won({ route: 'spa_mf', claimDays: 180 });
    await value(expired.rifaId, '800.00');
    await expired.atDeadline(0);
    await expirePrizes(bed.platform);
    for (const note of ['DARF 1', 'DARF 2'])
      expect(
        await recordTreasuryPayment(bed.platform, by, {
          winnerId: expired.winnerId,
          paidOn: '2020-01-01',
          note,
          proof: null,
        }),
      ).toEqual({ ok: true });
    expect((await booked(expired.rifaId)).map(({ amount }) => amount)).toEqual(['-800.00', '800.00']);
  });
});
