/** Certificates of authorisation, for everyone. */
import { Hono } from 'hono';
import { isUuid } from '../../platform/is-uuid.ts';
import type { HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCertificate } from './legal-files.ts';

export function createCertificateRoutes({ db }: Pick<Platform, 'db'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/certificados/:file{[0-9a-f-]+\\.(?:pdf|jpg)}', async (c) => {
    const id = c.req.param('file').slice(0, -'.pdf'.length);
    const file = isUuid(id) ? await readCertificate(db, id) : null;
    if (!file) return c.notFound();
    return c.body(new Uint8Array(file.bytes), 200, {
      'content-type': file.type,
      'cache-control': 'public, max-age=86400',
      // Downloaded, or opened without scripts and without the site's origin.
      ...(file.type === 'application/pdf' && {
        'content-disposition': 'attachment; filename="certificado.pdf"',
        'content-security-policy': "default-src 'none'; sandbox",
      }),
    });
  });
  return app;
}
