/** One-click unsubscribe: the POST that mail clients send (RFC 8058). */
import { Hono } from 'hono';
import type { Platform } from '../../platform/platform.ts';
import { unsubscribe } from './unsubscribe.ts';
import { readUnsubscribeToken, UNSUBSCRIBE_PATH } from '../../mail/unsubscribe-link.ts';

export function createOneClickRoutes(platform: Pick<Platform, 'db' | 'clock'>): Hono {
  const app = new Hono();
  app.post(UNSUBSCRIBE_PATH, async (c) => {
    const request = await readUnsubscribeToken(platform.db, c.req.query('token') ?? '');
    if (!request) return c.text('Este link não é válido.', 404);
    await unsubscribe(platform, request);
    return c.text('Inscrição cancelada.');
  });
  return app;
}
