/** Pictures of rifas in the sizes of domain/rifas/picture.ts. URLs are immutable. */
import { Hono } from 'hono';
import { PICTURE_WIDTHS, type PictureFormat } from '@mare/domain/rifas/picture.ts';
import type { HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { memoizeAsync } from '../../platform/caching/memoize-async.ts';
import { makePictureSize } from './make-picture-size.ts';
import { findPictureMaster } from './pictures.queries.ts';

/** About 30 kB each. */
const MAX_CACHED_SIZES = 500;

export function createPictureRoutes({ db }: Pick<Platform, 'db'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const sizes = memoizeAsync<Buffer | null>(MAX_CACHED_SIZES);

  app.get('/imagens/:file{[0-9a-f]+-[0-9]+\\.(?:avif|webp)}', async (c) => {
    const [id = '', size = '', format = ''] = c.req.param('file').split(/[-.]/);
    const width = PICTURE_WIDTHS.find((each) => String(each) === size);
    if (!width) return c.notFound();
    const key = `${id}-${width}.${format}`;
    const picture = await sizes.get(key, () => makePictureSize(db, id, width, format as PictureFormat));
    return picture ? c.body(new Uint8Array(picture), 200, headersFor(`image/${format}`)) : c.notFound();
  });

  app.get('/imagens/:file{[0-9a-f]+\\.jpg}', async (c) => {
    const master = await findPictureMaster(db, c.req.param('file').slice(0, -'.jpg'.length));
    return master ? c.body(new Uint8Array(master), 200, headersFor('image/jpeg')) : c.notFound();
  });
  return app;
}

function headersFor(type: string): Record<string, string> {
  return { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
}
