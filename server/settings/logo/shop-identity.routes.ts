/** The shop's name and logo where the site is installed or shared: manifest, icons and the default sharing picture. */
import { Hono } from 'hono';
import { type AppIcon, appIconPath, APP_ICONS } from '@mare/domain/admin/logo-path.ts';
import { memoizeAsync } from '../../platform/caching/memoize-async.ts';
import type { HttpEnv } from '../../platform/http/http.ts';
import { createPictureSender, hashContent } from '../../platform/http/response/send-picture.ts';
import type { Platform } from '../../platform/platform.ts';
import { readShopBrand } from '../read-shop-identity.ts';
import { readSite } from '../read-site.ts';
import { drawAppIcon } from './app-icon.ts';
import { findLogoPicture } from './logos.queries.ts';
import { drawShopPicture } from './shop-picture.ts';

const MAX_CACHED_ICONS = 20;
const MAX_CACHED_PICTURES = 4;

const OWN_ICONS = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

export function createShopIdentityRoutes(platform: Pick<Platform, 'db' | 'caches' | 'clock'>): Hono<HttpEnv> {
  const { db } = platform;
  const app = new Hono<HttpEnv>();
  const icons = memoizeAsync<Buffer | null>(MAX_CACHED_ICONS);
  const sendPicture = createPictureSender(MAX_CACHED_PICTURES);

  app.get('/manifest.webmanifest', async (c) => {
    const { name, logo } = await readSite(platform);
    return c.body(JSON.stringify(manifestOf(name, logo.mark?.id ?? null)), 200, {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=600',
    });
  });

  app.get('/marca/:file{[0-9a-f]{32}-[0-9a-zA-Z]+\\.png}', async (c) => {
    const file = c.req.param('file');
    const [id = '', icon = ''] = file.slice(0, -'.png'.length).split('-');
    if (!Object.hasOwn(APP_ICONS, icon)) return c.notFound();
    const picture = await icons.get(file, async () => {
      const mark = await findLogoPicture(db, id);
      return mark && drawAppIcon(mark, icon as AppIcon);
    });
    if (!picture) return c.notFound();
    return c.body(new Uint8Array(picture), 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  app.get('/og/loja.png', async (c) => {
    const [{ name: shopName, logo }, { heroTitle: title }] = await Promise.all([
      readShopBrand(platform),
      readSite(platform),
    ]);
    return sendPicture(c, {
      facts: [shopName, title, logo && hashContent(logo.png)],
      maxAgeSeconds: 600,
      draw: () => drawShopPicture({ shopName, logo, title }),
    });
  });
  return app;
}

function manifestOf(name: string, markId: string | null) {
  return {
    name,
    short_name: name,
    description: 'Rifas online com sorteio que qualquer pessoa confere.',
    lang: 'pt-BR',
    start_url: '/',
    scope: '/',
    id: '/',
    display: 'standalone',
    categories: ['entertainment', 'shopping'],
    background_color: '#fbf6ed',
    theme_color: '#0a3a44',
    icons: markId === null ? OWN_ICONS : iconsOf(markId),
    shortcuts: [
      { name: 'Meus números', url: '/dashboard' },
      { name: 'Resultados', url: '/resultado' },
      { name: 'Sem senha: números por código', short_name: 'Números por código', url: '/meus-numeros' },
    ],
  };
}

function iconsOf(markId: string) {
  const icon = (kind: AppIcon) => {
    const { size } = APP_ICONS[kind];
    return { src: appIconPath(markId, kind), sizes: `${size}x${size}`, type: 'image/png' };
  };
  return [icon('192'), icon('512'), { ...icon('recorte'), purpose: 'maskable' }];
}
