import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrizesTestbed, type PrizesTestbed } from '../won-prize.testing.ts';
import { changePhotoConsent, storeDeliveryPhoto } from './delivery-photo.ts';
import { createPrizePhotoRoutes } from './prize-photos.routes.ts';

let bed: PrizesTestbed;
beforeAll(async () => {
  bed = await createPrizesTestbed();
});
afterAll(() => bed.close());

const createPhonePhoto = (changes: { orientation?: number } = {}) =>
  sharp({ create: { width: 4000, height: 3000, channels: 3, background: { r: 9, g: 120, b: 200 } } })
    .withExif({ IFD0: { Copyright: 'Segredo' }, IFD3: { GPSLatitude: '9/1 39/1 0/1' } })
    .withMetadata({ orientation: changes.orientation ?? 6 })
    .jpeg()
    .toBuffer();
const storePhoto = async (winnerId: string, bytes: Uint8Array) =>
  storeDeliveryPhoto(bed.platform, bed.by, { winnerId, bytes });

test('publishes the photo of a delivery with the winner’s consent, and removes it on withdrawal', async () => {
  const prize = await bed.addWonPrize();
  expect(await storePhoto(prize.winnerId, await createPhonePhoto())).toEqual({
    ok: false,
    code: 'NOT_DELIVERED',
  });
  await prize.deliver();
  expect(await storePhoto(prize.winnerId, await createPhonePhoto())).toEqual({ ok: true });
  const photoId = (await prize.readOwn()).photo!.id;
  const routes = createPrizePhotoRoutes(bed.platform);
  const requestPhoto = () => routes.request(`/entregas/${photoId}.jpg`);
  const changeConsent = (agrees: boolean, userId = prize.userId, photo = photoId) =>
    changePhotoConsent(bed.platform, { winnerId: prize.winnerId, userId, photoId: photo, agrees });

  expect((await prize.readPublic()).photo).toBeNull();
  expect((await requestPhoto()).status).toBe(404);
  expect(await changeConsent(true, bed.by.userId)).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(await changeConsent(true, prize.userId, randomUUID())).toEqual({
    ok: false,
    code: 'VERSION_CONFLICT',
  });
  await Promise.all([changeConsent(true), changeConsent(true)]);
  expect((await prize.readPublic()).photo).toEqual({
    src: `/entregas/${photoId}.jpg`,
    width: 1200,
    height: 1600,
  });

  const response = await requestPhoto();
  expect(response.headers.get('cache-control')).toBe('no-store');
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, exif } = await sharp(bytes).metadata();
  expect({ width, height, exif }).toEqual({ width: 1200, height: 1600, exif: undefined });
  expect(bytes.includes('Segredo')).toBe(false);

  await changeConsent(false);
  expect((await requestPhoto()).status).toBe(404);
  expect((await prize.readPublic()).photo).toBeNull();
  const consents = await bed.db
    .selectFrom('photoConsents')
    .select(['wording', 'withdrawnAt'])
    .where('winnerId', '=', prize.winnerId)
    .execute();
  expect(consents).toHaveLength(1);
  expect(consents[0]!.wording).toContain('Autorizo');
  expect(consents[0]!.withdrawnAt).not.toBeNull();
});

test('requires a new consent for a replaced photo', async () => {
  const prize = await bed.addWonPrize();
  await prize.deliver();
  await storePhoto(prize.winnerId, await createPhonePhoto());
  const photoId = (await prize.readOwn()).photo!.id;
  await changePhotoConsent(bed.platform, {
    winnerId: prize.winnerId,
    userId: prize.userId,
    photoId,
    agrees: true,
  });
  await storePhoto(prize.winnerId, await createPhonePhoto({ orientation: 1 }));
  expect((await prize.readPublic()).photo).toBeNull();
  expect((await prize.readOwn()).photo).toMatchObject({ consentGivenAt: null });
});

test.each([
  ['a HEIC of an iPhone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 'PICTURE_HEIC'],
  ['a text', Buffer.from('oi'), 'PICTURE_UNREADABLE'],
  ['a truncated JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), 'PICTURE_UNREADABLE'],
])('%s is rejected with its reason', async (_name, bytes, code) => {
  const prize = await bed.addWonPrize();
  await prize.deliver();
  expect(await storePhoto(prize.winnerId, bytes)).toEqual({ ok: false, code });
});

test('stores a photo of random noise', async () => {
  const prize = await bed.addWonPrize();
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
  expect(await storePhoto(prize.winnerId, noise)).toEqual({ ok: true });
});
