import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { createOrderDocuments } from '../../draws/proofs/order-documents.routes.ts';
import { mailerWithPreferences } from '../../mail/mailer-with-preferences.ts';
import { printVoucher } from '../../partners/vouchers/pdf/voucher-pdf.ts';
import { beginReport } from '../../platform/documents/pdf-report.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { createSharingRoutes } from '../../rifas/sharing/sharing.routes.ts';
import { readShopBrand } from '../read-shop-identity.ts';
import { readSite } from '../read-site.ts';
import { removeLogo, setLogo } from './change-logo.ts';
import { createLogoRoutes } from './logos.routes.ts';
import { createShopIdentityRoutes } from './shop-identity.routes.ts';
import { LOGO_MAX_BYTES } from './read-logo-picture.ts';

const INK = { r: 200, g: 30, b: 120, alpha: 1 };

let bed: DrawsTestbed;
let by: { userId: string; ipAddress: null };
let rifaId: string;
let reference: string;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  by = { userId: await bed.buyer(), ipAddress: null };
  rifaId = await bed.rifa(1000);
  const { orderId } = await bed.sell(rifaId, [7]);
  const order = await bed.db
    .selectFrom('orders')
    .select('externalReference')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  reference = order.externalReference;
});
afterAll(() => bed.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: INK } });

async function versionOf(): Promise<number> {
  const row = await bed.db
    .selectFrom('settings')
    .select('version')
    .where('key', '=', 'logo')
    .executeTakeFirstOrThrow();
  return row.version;
}
async function set(kind: 'mark' | 'wide', bytes: Uint8Array) {
  return setLogo(bed.platform, by, { kind, version: await versionOf() }, bytes);
}
async function withoutLogos(): Promise<void> {
  for (const kind of ['mark', 'wide'] as const)
    await removeLogo(bed.platform, by, { kind, version: await versionOf() });
}

/** All outputs with the logo, by name. A picture in a PDF is a separate object. */
const DOCUMENTS = {
  poster: () => bytesAt(createSharingRoutes(bed.platform), `/rifas/${rifaId}/cartaz.pdf`),
  proof: () => bytesAt(createOrderDocuments(bed.platform), `/pedido/${reference}/comprovante.pdf`),
  voucher: async () => printVoucher({ ...VOUCHER, shop: await readShopBrand(bed.platform) }),
  report: async () => {
    const pdf = beginReport('Extrato', await readShopBrand(bed.platform));
    pdf.end();
    const parts: Buffer[] = [];
    for await (const part of pdf) parts.push(part as Buffer);
    return Buffer.concat(parts);
  },
};
const PICTURES = {
  'shop preview': () => bytesAt(createShopIdentityRoutes(bed.platform), '/og/loja.png'),
  'link preview': () => bytesAt(createSharingRoutes(bed.platform), `/og/rifas/${rifaId}.png`),
  story: () => bytesAt(createSharingRoutes(bed.platform), `/pedido/${reference}/historia.png`),
  receipt: () => bytesAt(createOrderDocuments(bed.platform), `/pedido/${reference}/recibo.png`),
};

test.each(Object.entries(DOCUMENTS))('%s shows the logo, and the name without one', async (_name, draw) => {
  await withoutLogos();
  const images = async () => (await draw()).toString('latin1').split('/Subtype /Image').length - 1;
  const without = await images();
  await set('wide', await picture(400, 100).png().toBuffer());
  // A transparent picture counts twice: colours and opacity.
  expect(await images()).toBeGreaterThan(without);
});

test.each(Object.entries(PICTURES))('%s shows the logo, and the name without one', async (_name, draw) => {
  await withoutLogos();
  expect(await countInk(await draw())).toBe(0);
  await set('wide', await picture(400, 100).png().toBuffer());
  expect(await countInk(await draw())).toBeGreaterThan(2_000);
});

test('mails link to the logo with the name as its text', async () => {
  await withoutLogos();
  const plain = await deliver();
  expect(plain).toMatch(/<p class="brand"[^>]*><img src="[^"]+\/icons\/icon-192\.png"/);
  expect(plain).not.toContain('{logo}');
  await set('mark', await picture(300, 300).webp().toBuffer());
  const { name, logo } = await readSite(bed.platform);
  expect(await deliver()).toContain(
    `<img class="logo" src="${bed.platform.config.publicUrl}/marca/${logo.mark!.id}.png" alt="${name}" width="44" height="44">`,
  );
  await set('wide', await picture(400, 100).png().toBuffer());
  expect(await deliver()).toContain('width="176" height="44">');
});

test('serves current and former logos for ever, and nothing else', async () => {
  await withoutLogos();
  await set('mark', await picture(300, 200).jpeg().toBuffer());
  const former = (await readSite(bed.platform)).logo.mark!;
  // Square, with transparent borders.
  expect(former).toMatchObject({ width: 256, height: 256 });
  await removeLogo(bed.platform, by, { kind: 'mark', version: await versionOf() });
  const routes = createLogoRoutes(bed.platform);
  const response = await routes.request(`/marca/${former.id}.png`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect((await routes.request(`/marca/${'0'.repeat(32)}.png`)).status).toBe(404);
});

// @covers panel: settings: the shop's name and square logo in the installed app [server/settings/logo/shop-identity.routes.ts]
test('gives the installed app the name of the shop, and icons of its square logo', async () => {
  await withoutLogos();
  const routes = createShopIdentityRoutes(bed.platform);
  const manifest = async () => {
    const response = await routes.request('/manifest.webmanifest');
    expect(response.headers.get('content-type')).toContain('application/manifest+json');
    return (await response.json()) as {
      name: string;
      icons: { src: string; sizes: string; purpose?: string }[];
    };
  };
  expect(await manifest()).toMatchObject({
    name: 'Maré da Sorte',
    icons: [{ src: '/icons/icon-192.png' }, { src: '/icons/icon-512.png' }, { purpose: 'maskable' }],
  });
  await set('mark', await picture(300, 300).png().toBuffer());
  const { icons } = await manifest();
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  const inks = [];
  for (const { src, sizes } of icons) {
    const bytes = await bytesAt(routes, src);
    const { width, height } = await sharp(bytes).metadata();
    expect(`${width}x${height}`).toBe(sizes);
    inks.push(await countInk(bytes));
  }
  // The logo fills plain icons, and stays within the safe circle of the maskable one.
  expect(inks).toEqual([192 * 192, 512 * 512, 360 * 360]);
  const { mark } = (await readSite(bed.platform)).logo;
  const forIos = await sharp(await bytesAt(routes, `/marca/${mark!.id}-toque.png`)).stats();
  expect(forIos.isOpaque).toBe(true);
  for (const path of [
    `/marca/${mark!.id}-64.png`,
    `/marca/${mark!.id}-toString.png`,
    `/marca/${'0'.repeat(32)}-192.png`,
  ])
    expect((await routes.request(path)).status).toBe(404);
});

test('renders the shop preview again only for another logo', async () => {
  const routes = createShopIdentityRoutes(bed.platform);
  const tag = async () => (await routes.request('/og/loja.png')).headers.get('etag')!;
  const before = await tag();
  expect((await routes.request('/og/loja.png', { headers: { 'if-none-match': before } })).status).toBe(304);
  await set('wide', await picture(440, 100).png().toBuffer());
  expect(await tag()).not.toBe(before);
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>';
test.each([
  ['an SVG', () => Buffer.from(svg), 'PICTURE_UNREADABLE'],
  ['words', () => Buffer.from('logo'), 'PICTURE_UNREADABLE'],
  ['a small picture', () => picture(60, 30).png().toBuffer(), 'PICTURE_TOO_SMALL'],
  ['a large file', () => new Uint8Array(LOGO_MAX_BYTES + 1), 'PICTURE_TOO_LARGE'],
])('rejects %s', async (_name, bytes, code) => {
  const before = await versionOf();
  expect(await set('wide', await bytes())).toEqual({ ok: false, code });
  expect(await versionOf()).toBe(before);
});

test('strips metadata, and rejects the second of two concurrent uploads', async () => {
  const secret = await picture(400, 100)
    .withExif({ IFD0: { Copyright: 'Segredo' } })
    .png()
    .toBuffer();
  const version = await versionOf();
  const upload = (kind: 'mark' | 'wide') => setLogo(bed.platform, by, { kind, version }, secret);
  const both = await Promise.all([upload('mark'), upload('wide')]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both).toContainEqual({ ok: false, code: 'VERSION_CONFLICT' });
  const stored = await bed.db.selectFrom('shopLogos').select('content').execute();
  for (const { content } of stored) expect(content.includes('Segredo')).toBe(false);
});

async function deliver(): Promise<string> {
  const sent: Mail[] = [];
  const mailer = mailerWithPreferences(
    bed.platform,
    { send: async (mail) => void sent.push(mail) },
    { hasSpendingBlock: async () => false, onBounce: async () => undefined },
  );
  const envelope = { to: 'maria@exemplo.com.br', kind: 'essential', subject: 'Olá' } as const;
  await mailer.send(composeMail(envelope, { heading: 'Olá', paragraphs: ['Tudo bem?'] }));
  return sent[0]!.html;
}

/** Pixels in the logo's colour. */
async function countInk(png: Buffer): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at] === INK.r && data[at + 1] === INK.g && data[at + 2] === INK.b) count += 1;
  return count;
}

async function bytesAt(
  routes: { request: (path: string) => Response | Promise<Response> },
  path: string,
): Promise<Buffer> {
  const response = await routes.request(path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const VOUCHER = {
  voucherCode: 'ABCD1234EFGH',
  qrCodeData: 'https://exemplo.com.br/v/ABCD1234EFGH',
  prizeName: 'Dia no spa',
  serviceType: 'spa',
  winner: 'Maria S.',
  bookingUrl: null,
  rifaTitle: null,
  expiresAt: new Date('2030-01-01T00:00:00Z'),
  pin: '1234',
  partner: {
    companyName: 'Spa',
    address: null,
    city: 'Maceió',
    state: 'AL',
    phone: '82999990000',
    isPaused: false,
  },
};
