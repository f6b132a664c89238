/** Webhook of the mail provider for bounces and complaints. */
import { Hono } from 'hono';
import type { HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { readMailEvents } from './read-mail-events.ts';
import { recordMailEvent } from './record-mail-event.ts';
import { verifyWebhook } from '../../platform/http/request/verify-webhook.ts';
import { limitBody } from '../../platform/http/request/limit-body.ts';

const MAX_BODY_BYTES = 256 * 1024;

type Deps = Pick<Platform, 'config' | 'db' | 'clock' | 'random'>;

export function createMailEventRoutes(platform: Deps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.post('/webhooks/email', limitBody({ maxSize: MAX_BODY_BYTES }), async (c) => {
    const { mailEventSecrets } = platform.config;
    if (mailEventSecrets.length === 0) return c.notFound();
    const rawBody = await c.req.text();
    const posted = { headers: c.req.raw.headers, rawBody };
    const deliveryId = verifyWebhook(posted, mailEventSecrets, platform.clock.now());
    if (!deliveryId) return c.body(null, 401);
    const body = parsed(rawBody);
    if (body === undefined) return c.body(null, 400);
    const events = readMailEvents(body, deliveryId);
    for (const event of events) await recordMailEvent(platform, event);
    c.get('log').info({ deliveryId, events: events.length }, 'mail events received');
    return c.body(null, 204);
  });
  return app;
}

function parsed(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody) as unknown;
  } catch {
    return undefined;
  }
}
