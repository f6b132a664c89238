/** Webhook of the WhatsApp Cloud API for messages to the shop's number. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { readWhatsAppMessages } from './read-whatsapp.ts';
import { receiveWhatsApp } from './receive-whatsapp.ts';
import { limitBody } from '../../platform/http/request/limit-body.ts';

/** Maximum size of Meta's deliveries. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;
const PATH = '/webhooks/whatsapp';

type Deps = Pick<Platform, 'config' | 'db' | 'clock' | 'random' | 'jobs'>;

export function createInboundWhatsAppRoutes(platform: Deps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get(PATH, (c) => {
    const { whatsAppWebhook } = platform.config;
    if (!whatsAppWebhook) return c.notFound();
    const {
      'hub.mode': mode,
      'hub.verify_token': token = '',
      'hub.challenge': challenge = '',
    } = c.req.query();
    if (mode !== 'subscribe' || !isEqual(token, whatsAppWebhook.verifyToken)) return c.body(null, 403);
    // Echoed in the response, so it must not be interpretable as HTML.
    return /^[\w-]{1,100}$/.test(challenge) ? c.text(challenge) : c.body(null, 400);
  });
  app.post(PATH, limitBody({ maxSize: MAX_BODY_BYTES }), async (c) => {
    const { whatsApp, whatsAppWebhook } = platform.config;
    if (!whatsApp || !whatsAppWebhook) return c.notFound();
    const rawBody = new Uint8Array(await c.req.arrayBuffer());
    const signature = c.req.header('x-hub-signature-256') ?? '';
    if (!isSigned(rawBody, signature, whatsAppWebhook.appSecrets)) return c.body(null, 401);
    const messages = readWhatsAppMessages(parsed(rawBody), whatsApp.phoneNumberId);
    if (!messages) return c.body(null, 400);
    const outcomes: string[] = [];
    for (const message of messages) {
      const outcome = await receiveWhatsApp(platform, message).catch((error: unknown) => {
        c.get('log').warn({ err: error }, 'WhatsApp message not stored');
        return 'failed' as const;
      });
      outcomes.push(outcome);
    }
    c.get('log').info({ outcomes }, 'WhatsApp messages received');
    // Meta retries for days; messages that were stored are then skipped as duplicates.
    return c.body(null, outcomes.includes('failed') ? 503 : outcomes.includes('limited') ? 429 : 200);
  });
  return app;
}

function isSigned(body: Uint8Array, signature: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) =>
    isEqual(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`),
  );
}

function isEqual(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString()) as unknown;
  } catch {
    return undefined;
  }
}
