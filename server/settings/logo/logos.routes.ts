/** Logos of the shop. URLs are immutable. */
import { Hono } from 'hono';
import { memoizeAsync } from '../../platform/caching/memoize-async.ts';
import type { HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLogoPicture } from './logos.queries.ts';

const MAX_CACHED_LOGOS = 20;

export function createLogoRoutes({ db }: Pick<Platform, 'db'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const logos = memoizeAsync<Buffer | null>(MAX_CACHED_LOGOS);
  app.get('/marca/:file{[0-9a-f]{32}\\.png}', async (c) => {
    const id = c.req.param('file').slice(0, -'.png'.length);
    const logo = await logos.get(id, () => findLogoPicture(db, id));
    if (!logo) return c.notFound();
    return c.body(new Uint8Array(logo), 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
  return app;
}
