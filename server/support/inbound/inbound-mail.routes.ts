/** Webhook for replies to ticket mails. */
import { Hono } from 'hono';
import type { HttpEnv } from '../../platform/http/http.ts';
import { verifyWebhook } from '../../platform/http/request/verify-webhook.ts';
import type { Platform } from '../../platform/platform.ts';
import { parseRawMail, readPostedMail, type ReceivedMail } from './parse-mail.ts';
import { receiveMail } from './receive-mail.ts';
import { limitBody } from '../../platform/http/request/limit-body.ts';

/** A photo of 12 MB in base64 plus overhead. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

type Deps = Pick<Platform, 'config' | 'db' | 'clock' | 'random' | 'jobs'>;

export function createInboundMailRoutes(platform: Deps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.post('/webhooks/mail', limitBody({ maxSize: MAX_BODY_BYTES }), async (c) => {
    const { mailReplies } = platform.config;
    if (!mailReplies) return c.notFound();
    const { headers } = c.req.raw;
    // Checked before a large body is read.
    if (!headers.has('webhook-signature') && !headers.has('svix-signature')) return c.body(null, 401);
    const rawBody = new Uint8Array(await c.req.arrayBuffer());
    const deliveryId = verifyWebhook({ headers, rawBody }, mailReplies.secrets, platform.clock.now());
    if (!deliveryId) return c.body(null, 401);
    const mail = await parseMail(headers.get('content-type') ?? '', rawBody);
    if (!mail) return c.body(null, 400);
    const received = await receiveMail(platform, mail, deliveryId);
    c.get('log').info({ deliveryId, outcome: received.kind }, 'mail received');
    if (received.kind !== 'limited') return c.body(null, 204);
    return c.body(null, 429, { 'retry-after': String(received.retryAfterSeconds) });
  });
  return app;
}

function parseMail(contentType: string, body: Uint8Array): Promise<ReceivedMail | null> | null {
  if (!/^application\/json\b/i.test(contentType)) return parseRawMail(body);
  try {
    return readPostedMail(JSON.parse(Buffer.from(body).toString()));
  } catch {
    return null;
  }
}
