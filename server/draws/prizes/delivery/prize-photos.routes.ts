/** Photos of deliveries, for everyone. */
import { Hono } from 'hono';
import { isUuid } from '../../../platform/is-uuid.ts';
import type { HttpEnv } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readPublicPhoto } from './delivery-photo.ts';

export function createPrizePhotoRoutes({ db }: Pick<Platform, 'db'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/entregas/:file{[0-9a-f-]+\\.jpg}', async (c) => {
    const id = c.req.param('file').slice(0, -'.jpg'.length);
    const photo = isUuid(id) ? await readPublicPhoto(db, id) : null;
    if (!photo) return c.notFound();
    // A withdrawn consent counts at once, so no cache may keep the photo.
    return c.body(new Uint8Array(photo), 200, { 'content-type': 'image/jpeg', 'cache-control': 'no-store' });
  });
  return app;
}
