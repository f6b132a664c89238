import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { pictureIdOf, picturePath, pictureSizePath } from '@mare/domain/rifas/picture.ts';
import { makePictureSizesJob } from './make-picture-sizes.job.ts';
import { createPictureRoutes } from './pictures.routes.ts';
import type { PictureCrop } from './read-picture.ts';
import { PICTURE_MAX_BYTES, storePicture } from './store-picture.ts';

let database: TestDatabase;
let routes: ReturnType<typeof createPictureRoutes>;
const enqueued: object[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  routes = createPictureRoutes(database);
});
afterAll(() => database.drop());

const LEFT = { r: 200, g: 20, b: 20 };
const RIGHT = { r: 20, g: 20, b: 200 };

/** Left half red, right half blue. */
function photo(width: number, height: number) {
  const half = { create: { width: Math.floor(width / 2), height, channels: 3, background: LEFT } } as const;
  return sharp({ create: { width, height, channels: 3, background: RIGHT } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
}

function store(bytes: Uint8Array, crop?: PictureCrop) {
  const jobs = {
    enqueue: async (_db: unknown, _job: unknown, payload: object) => {
      enqueued.push(payload);
    },
    enqueueMany: () => Promise.reject(new Error('pictures are made one by one')),
    enqueueAll: () => Promise.reject(new Error('pictures are made one by one')),
  };
  return storePicture({ db: database.db, jobs }, bytes, crop);
}

async function stored(bytes: Uint8Array, crop?: PictureCrop) {
  const result = await store(bytes, crop);
  if (!result.ok) throw new Error(result.code);
  return result.picture;
}

async function served(path: string) {
  const response = await routes.request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toContain('immutable');
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s becomes a picture of 4:3 in every size',
  async (kind) => {
    const picture = await stored(await photo(1600, 1000).toFormat(kind).toBuffer());
    expect(picture).toMatchObject({ width: 1280, height: 960 });
    expect(pictureIdOf(picturePath(picture.id))).toBe(picture.id);
    const master = await served(picturePath(picture.id));
    expect(master.type).toBe('image/jpeg');
    for (const format of ['avif', 'webp'] as const) {
      const { type, bytes } = await served(pictureSizePath(picture.id, 400, format));
      expect(type).toBe(`image/${format}`);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 300 });
    }
  },
);

test('strips metadata and applies the orientation', async () => {
  const sideways = await photo(900, 1200)
    .withExif({ IFD0: { Copyright: 'Segredo' }, IFD3: { GPSLatitude: '9/1 39/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const picture = await stored(sideways);
  expect(picture).toMatchObject({ width: 1200, height: 900 });
  const { bytes } = await served(picturePath(picture.id));
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  expect(bytes.includes('Segredo')).toBe(false);
});

test('crops and does not upscale', async () => {
  const wide = await photo(1600, 600).png().toBuffer();
  const picture = await stored(wide, { left: 0, top: 0, width: 0.5, height: 1 });
  expect(picture).toMatchObject({ width: 800, height: 600 });
  const { bytes } = await served(pictureSizePath(picture.id, 1280, 'webp'));
  expect((await sharp(bytes).metadata()).width).toBe(800);
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.r).toBeGreaterThan(dominant.b);
});

test('deduplicates identical pictures and encodes each size once', async () => {
  const bytes = await photo(1000, 900).png().toBuffer();
  const [first, second] = await Promise.all([stored(bytes), stored(bytes)]);
  expect(second).toEqual(first);
  const sizes = () =>
    database.db.selectFrom('pictureSizes').select('width').where('pictureId', '=', first.id).execute();
  expect(await sizes()).toEqual([]);
  expect(enqueued).toContainEqual({ pictureId: first.id });
  await Promise.all([
    makePictureSizesJob.handle(database, { pictureId: first.id }),
    makePictureSizesJob.handle(database, { pictureId: first.id }),
  ]);
  expect(await sizes()).toHaveLength(10);
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>';

test.each([
  ['nothing', Buffer.alloc(0)],
  ['words', Buffer.from('GIF de mentira')],
  ['an SVG, which may contain scripts', Buffer.from(svg)],
  ['a file that is not a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 7)])],
])('rejects %s', async (_name, bytes) => {
  expect(await store(bytes)).toEqual({ ok: false, code: 'PICTURE_UNREADABLE' });
});

test('rejects a truncated picture, a small one, an empty crop and a large file', async () => {
  const whole = await photo(1200, 900).jpeg().toBuffer();
  expect(await store(whole.subarray(0, whole.length - 400))).toMatchObject({ code: 'PICTURE_UNREADABLE' });
  const small = await photo(590, 900).png().toBuffer();
  expect(await store(small)).toMatchObject({ code: 'PICTURE_TOO_SMALL' });
  const emptyCrop = { left: 2, top: Number.NaN, width: 1, height: 1 };
  expect(await store(whole, emptyCrop)).toMatchObject({ code: 'PICTURE_TOO_SMALL' });
  expect(await store(new Uint8Array(PICTURE_MAX_BYTES + 1))).toMatchObject({ code: 'PICTURE_TOO_LARGE' });
});

test('rejects a decompression bomb before decoding it', async () => {
  const bomb = await photo(600, 450).png().toBuffer();
  const HEADER = 12;
  bomb.writeUInt32BE(30_000, HEADER + 4);
  bomb.writeUInt32BE(30_000, HEADER + 8);
  bomb.writeUInt32BE(crc32(bomb.subarray(HEADER, HEADER + 17)), HEADER + 17);
  expect((await sharp(bomb, { limitInputPixels: false }).metadata()).width).toBe(30_000);
  expect(await store(bomb)).toMatchObject({ code: 'PICTURE_UNREADABLE' });
});

test.each(['/imagens/abc.jpg', `/imagens/${'0'.repeat(32)}-400.avif`, `/imagens/${'0'.repeat(32)}-401.avif`])(
  '%s does not exist',
  async (path) => {
    expect((await routes.request(path)).status).toBe(404);
  },
);
