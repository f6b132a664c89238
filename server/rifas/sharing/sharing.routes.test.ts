import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picturePath } from '@mare/domain/rifas/picture.ts';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { addRifa } from '../../orders/orders.testing.ts';
import { createCaches } from '../../platform/caching/caches.ts';
import { pdfText } from '../../platform/documents/pdf-text.testing.ts';
import type { Platform } from '../../platform/platform.ts';
import { systemClock } from '../../platform/clock.ts';
import { createSharingRoutes } from './sharing.routes.ts';

let database: TestDatabase;
let routes: ReturnType<typeof createSharingRoutes>;
beforeAll(async () => {
  database = await createTestDatabase();
  const platform = {
    db: database.db,
    caches: createCaches(),
    clock: systemClock,
    config: { publicUrl: 'https://mare.test' },
  } as Platform;
  routes = createSharingRoutes(platform);
});
afterAll(() => database.drop());

test('serves a 1200 × 630 PNG that is cached until the rifa changes', async () => {
  const id = await addRifa(database.db, 100);
  const first = await routes.request(`/og/rifas/${id}.png`);
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);

  const etag = first.headers.get('etag')!;
  const same = await routes.request(`/og/rifas/${id}.png`, { headers: { 'if-none-match': etag } });
  expect(same.status).toBe(304);
  await database.db.updateTable('rifas').set({ soldNumbers: 50 }).where('id', '=', id).execute();
  const later = await routes.request(`/og/rifas/${id}.png`, { headers: { 'if-none-match': etag } });
  expect(later.status).toBe(200);
});

test.each(['nada', '../segredo', randomBytes(8).toString('hex'), '5e000000-0000-4000-8000-00000000dead'])(
  'there is no picture of %s',
  async (name) => {
    expect((await routes.request(`/og/rifas/${name}.png`)).status).toBe(404);
  },
);

test('lists active rifas in the sitemap, which robots.txt links', async () => {
  const active = await addRifa(database.db, 100);
  const draft = await addRifa(database.db, 100, { status: 'draft' });
  const sitemap = await (await routes.request('/sitemap.xml')).text();
  expect(sitemap).toContain(`<loc>https://mare.test/rifa/${active}</loc>`);
  expect(sitemap).not.toContain(draft);
  const robots = await (await routes.request('/robots.txt')).text();
  expect(robots).toContain('Sitemap: https://mare.test/sitemap.xml');
  expect(robots).toContain('Disallow: /pedido/');
});

test('redirects the short code to the rifa, ignoring case and separators', async () => {
  const id = await addRifa(database.db, 100);
  const draft = await addRifa(database.db, 100, { status: 'draft' });
  const codeOf = async (rifaId: string) =>
    (
      await database.db
        .selectFrom('rifas')
        .select('shortCode')
        .where('id', '=', rifaId)
        .executeTakeFirstOrThrow()
    ).shortCode;
  const code = await codeOf(id);
  expect(code).toMatch(/^[BCDFGHJKLMNPRTVX]{7}$/);
  for (const typed of [code, code.toLowerCase(), `${code.slice(0, 4)}-${code.slice(4)}`]) {
    const response = await routes.request(`/r/${typed}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, `/rifa/${id}`]);
  }
  expect((await routes.request(`/r/${await codeOf(draft)}`)).status).toBe(404);
  expect((await routes.request('/r/%00')).status).toBe(404);
});

test('serves a PDF poster of a published rifa', async () => {
  const id = await addRifa(database.db, 100);
  const poster = await routes.request(`/rifas/${id}/cartaz.pdf`);
  expect(poster.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await poster.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect((await routes.request('/rifas/nada/cartaz.pdf')).status).toBe(404);
});

test.each(['closed', 'completed', 'cancelled'])(
  'makes neither poster nor kit of a rifa whose sales are over (%s)',
  async (status) => {
    const id = await addRifa(database.db, 100, { status });
    for (const file of ['cartaz.pdf', 'kit.zip']) {
      const response = await routes.request(`/rifas/${id}/${file}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe('As vendas desta rifa terminaram: não há cartaz nem kit.');
    }
  },
);

test('prints a word for a title that no font can show', async () => {
  const id = await addRifa(database.db, 100);
  await database.db.updateTable('rifas').set({ title: '🏍️🏍️🏍️' }).where('id', '=', id).execute();
  const poster = await routes.request(`/rifas/${id}/cartaz.pdf`);
  const text = pdfText(Buffer.from(await poster.arrayBuffer()));
  expect(text.split('\n')).toContain('Rifa');
});

test('serves story, feed picture, poster and text of a rifa in one archive', async () => {
  const id = await addRifa(database.db, 100);
  const response = await routes.request(`/rifas/${id}/kit.zip`);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const sizeOf = (png: Uint8Array) => {
    const bytes = Buffer.from(png);
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  };
  expect(sizeOf(files['stories.png']!)).toEqual([1080, 1920]);
  expect(sizeOf(files['feed.png']!)).toEqual([1080, 1080]);
  expect(strFromU8(files['cartaz.pdf']!.subarray(0, 5))).toBe('%PDF-');
  const { shortCode } = await database.db
    .selectFrom('rifas')
    .select('shortCode')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(strFromU8(files['texto-do-status.txt']!)).toMatch(
    new RegExp(`^Ainda há 100 cotas de .+https://mare\\.test/r/${shortCode}\\n$`, 's'),
  );
  expect((await routes.request('/rifas/nada/kit.zip')).status).toBe(404);
});

test('shows the picture of the rifa on the poster, on one page for any date', async () => {
  const rifaId = await addRifa(database.db, 100);
  const poster = async () => {
    const response = await routes.request(`/rifas/${rifaId}/cartaz.pdf`);
    return Buffer.from(await response.arrayBuffer()).toString('latin1');
  };
  expect(await poster()).not.toContain('/Subtype /Image');
  const id = 'ab'.repeat(16);
  const create = { width: 80, height: 60, channels: 3, background: '#0b6b75' } as const;
  const master = await sharp({ create }).jpeg().toBuffer();
  await database.db.insertInto('pictures').values({ id, master, width: 80, height: 60 }).execute();
  await database.db
    .updateTable('rifas')
    .set({ image: picturePath(id), drawDate: new Date('2099-09-27T22:00:00Z') })
    .where('id', '=', rifaId)
    .execute();
  const shown = await poster();
  expect(shown).toContain('/Subtype /Image');
  expect(shown.match(/\/Type \/Page\b/g)).toHaveLength(1);
});
