import { Hono } from 'hono';
import type { Platform } from '../../platform/platform.ts';
import { recordReaction } from './record-reaction.ts';
import { CLICK_PATH, PIXEL_PATH, readClick, readOpening } from './tracked-links.ts';

/** A transparent 1×1 GIF. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export function createTrackingRoutes(platform: Pick<Platform, 'db' | 'config' | 'clock'>): Hono {
  const { db, config, clock } = platform;
  const app = new Hono();
  app.get(CLICK_PATH, async (c) => {
    const click = await readClick(platform, c.req.query('t') ?? '');
    c.header('cache-control', 'no-store');
    if (!click) return c.redirect(`${config.publicUrl}/`);
    await recordReaction(db, click.messageId, 'clicked_at', clock.now());
    return c.redirect(click.url);
  });
  app.get(PIXEL_PATH, async (c) => {
    const messageId = await readOpening(platform, c.req.query('t') ?? '');
    if (messageId) await recordReaction(db, messageId, 'opened_at', clock.now());
    return c.body(PIXEL, 200, { 'content-type': 'image/gif', 'cache-control': 'no-store' });
  });
  return app;
}
