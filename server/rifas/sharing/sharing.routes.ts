/**
 * Resources for search engines, chats and social networks: robots.txt, sitemap.xml, Open Graph images, posters,
 * stories.
 */
import { readShopBrand } from '../../settings/read-shop-identity.ts';
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import type { Database } from '@mare/database/connection/connect.ts';
import { pictureIdOf } from '@mare/domain/rifas/picture.ts';
import { areSalesOver } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { createShareFollower } from '../../affiliates/shares/follow-share.ts';
import { ensureShareLink } from '../../affiliates/shares/share-link.ts';
import { readGroup } from '../../orders/group-purchases/read-group.ts';
import { readGift } from '../../orders/gifts/read-gift.ts';
import { isDisputed } from '../../orders/reading/disputed-orders.ts';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import { linesWithoutGifts } from '../../orders/gifts/lines-without-gifts.ts';
import { callerIpAddress, type HttpEnv } from '../../platform/http/http.ts';
import { createRateLimiter } from '../../platform/http/request/rate-limit.ts';
import { createPictureSender, hashContent } from '../../platform/http/response/send-picture.ts';
import type { Platform } from '../../platform/platform.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { findPictureMaster } from '../pictures/pictures.queries.ts';
import { findRifaByCode, findShownRifa, listShopRifas } from '../rifas.queries.ts';
import { giftFacts } from './gift-facts.ts';
import { groupFacts } from './group-facts.ts';
import { rifaFacts } from './rifa-facts.ts';
import { drawSharingPicture, type SharingFacts } from './sharing-picture.ts';
import { drawStoryPicture } from './story-picture.ts';

const MAX_CACHED_PICTURES = 200;
const STORIES = { name: 'story-picture', hits: 20, seconds: 60 };
const LISTED_PAGES = [
  '/',
  '/como-participar',
  '/resultado',
  '/ranking',
  '/suporte',
  '/afiliados-landing',
  '/sobre',
  '/jogo-responsavel',
  '/termos',
  '/privacidade',
];
const NOTHING_TO_SELL = 'As vendas desta rifa terminaram: não há cartaz nem kit.';
const PRIVATE_PATHS = ['/api/', '/auth/v1/', '/admin', '/checkout', '/pedido/', '/dashboard', '/minha-conta'];

export function createSharingRoutes(
  platform: Pick<Platform, 'db' | 'caches' | 'clock' | 'config' | 'random'>,
): Hono<HttpEnv> {
  const { db, clock, config } = platform;
  const app = new Hono<HttpEnv>();
  const limiter = createRateLimiter(clock);
  const followShare = createShareFollower(platform);
  const sendPicture = createPictureSender(MAX_CACHED_PICTURES);

  app.get('/robots.txt', (c) =>
    c.text(
      [
        'User-agent: *',
        ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
        `Sitemap: ${config.publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  );

  app.get('/sitemap.xml', async (c) => {
    const rifas = await listShopRifas(db, clock.now());
    const paths = [...LISTED_PAGES, ...rifas.map((rifa) => `/rifa/${rifa.id}`)];
    const entries = paths.map((path) => `  <url><loc>${escapeXml(config.publicUrl + path)}</loc></url>`);
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
      200,
      { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
    );
  });

  app.get('/r/:code', async (c, next) => {
    const rifaId = await findRifaByCode(db, c.req.param('code'));
    if (rifaId) return c.redirect(`/rifa/${rifaId}`);
    return (await followShare(c)) ?? next();
  });

  app.get('/rifas/:id/cartaz.pdf', async (c) => {
    const rifa = await findShown(c.req.param('id'));
    if (!rifa) return c.notFound();
    if (areSalesOver(rifa.status)) return c.text(NOTHING_TO_SELL, 404);
    const { drawPoster } = await import('./poster-pdf.ts');
    const pdf = drawPoster(await withPictures(rifa, rifa.shortCode));
    return c.body(Readable.toWeb(pdf) as ReadableStream, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="cartaz-${rifa.shortCode}.pdf"`,
      'cache-control': 'no-cache',
    });
  });

  app.get('/rifas/:id/kit.zip', async (c) => {
    const wait = limiter.spend(STORIES, callerIpAddress(c, config.trustedProxyHops) ?? 'internal');
    if (wait !== null) return c.text('Muitas tentativas.', 429, { 'retry-after': String(wait) });
    const rifa = await findShown(c.req.param('id'));
    if (!rifa) return c.notFound();
    if (areSalesOver(rifa.status)) return c.text(NOTHING_TO_SELL, 404);
    const { makeSellerKit } = await import('./seller-kit.ts');
    const left = rifa.totalNumbers - rifa.soldNumbers;
    const zip = await makeSellerKit({ ...(await withPictures(rifa, rifa.shortCode)), left });
    return c.body(zip, 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="kit-${rifa.shortCode}.zip"`,
      'cache-control': 'no-cache',
    });
  });

  app.get('/pedido/:reference/historia.png', async (c) => {
    const wait = limiter.spend(STORIES, callerIpAddress(c, config.trustedProxyHops) ?? 'internal');
    if (wait !== null) return c.text('Muitas tentativas.', 429, { 'retry-after': String(wait) });
    const order = await findOrderByReference(db, c.req.param('reference'));
    // Disputed cotas may not take part in the draw.
    if (order?.status !== 'paid' || isDisputed(order)) return c.notFound();
    const [line] = await linesWithoutGifts(db, order);
    const rifa = line && (await findShown(line.rifaId));
    // The poster invites people to buy, so it exists only for an active rifa.
    if (!line || rifa?.status !== 'active') return c.notFound();
    const shape = c.req.query('formato') === 'quadrado' ? 'square' : 'story';
    const code = await ensureShareLink(platform, { userId: order.userId, rifaId: rifa.id });
    const { numbers } = line;
    const picture = await drawStoryPicture({ ...(await withPictures(rifa, code)), numbers }, shape);
    return c.body(new Uint8Array(picture), 200, {
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="minhas-cotas.png"',
      'cache-control': 'private, no-store',
    });
  });

  app.get('/og/rifas/:file{[0-9a-fA-F-]+\\.png}', async (c) => {
    const rifa = await findShown(c.req.param('file').slice(0, -'.png'.length));
    return rifa ? sendPreview(c, rifaFacts(rifa), 600) : c.notFound();
  });

  app.get('/og/boloes/:file{[A-Za-z0-9_-]{16,64}\\.png}', async (c) => {
    const token = c.req.param('file').slice(0, -'.png'.length);
    const group = await readGroup(platform, token, null);
    // Cacheable: the page changes this URL with each paid part.
    return group ? sendPreview(c, groupFacts(group), 60) : c.notFound();
  });

  app.get('/og/presentes/:file{[A-Za-z0-9_-]{16,64}\\.png}', async (c) => {
    const reference = c.req.param('file').slice(0, -'.png'.length);
    const gift = await readGift(db, reference, null);
    return gift ? sendPreview(c, giftFacts(gift), 600) : c.notFound();
  });

  const findShown = async (id: string | null) =>
    id && isUuid(id) ? findShownRifa(db, id, clock.now()) : null;

  /** @param code of the short link */
  async function withPictures<Shown extends { image: string }>(rifa: Shown, code: string) {
    const [brand, artwork] = await Promise.all([brandOf(platform), artworkOf(db, rifa.image)]);
    return { ...rifa, ...brand, artwork, url: `${config.publicUrl}/r/${code}` };
  }

  async function sendPreview(c: Context<HttpEnv>, shown: SharingFacts, seconds: number): Promise<Response> {
    const { shopName, logo } = await brandOf(platform);
    const facts = { ...shown, shopName, logo: logo && hashContent(logo.png) };
    return sendPicture(c, {
      facts,
      maxAgeSeconds: seconds,
      draw: async () => drawSharingPicture({ ...facts, logo, artwork: await artworkOf(db, facts.image) }),
    });
  }

  return app;
}

async function brandOf(platform: Parameters<typeof readShopBrand>[0]) {
  const { name: shopName, logo } = await readShopBrand(platform);
  return { shopName, logo };
}

/** The rifa's stored picture; null without one. */
async function artworkOf(db: Database, image: string): Promise<Buffer | null> {
  const id = pictureIdOf(image);
  return id ? findPictureMaster(db, id) : null;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
