/**
 * Verifies a webhook's signature (Standard Webhooks): an HMAC-SHA256 over `<id>.<timestamp>.<body>` in base64,
 * prefixed `v1,`; there are several signatures during a secret rotation.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface PostedWebhook {
  headers: Headers;
  /** Unparsed; bytes if it may be no valid UTF-8. */
  rawBody: string | Uint8Array;
}

/** Clock skew and delivery latency tolerance. */
const TOLERANCE_MS = 5 * 60_000;

/** @returns the delivery's id, equal across the sender's retries; null when the signature is invalid or too old */
export function verifyWebhook(
  { headers, rawBody }: PostedWebhook,
  secrets: readonly string[],
  now: Date,
): string | null {
  const read = (name: string) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? '';
  const [id, timestamp, signatures] = [read('id'), read('timestamp'), read('signature')];
  if (!/^[\w.:-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return null;
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > TOLERANCE_MS) return null;
  const received = signatures
    .split(' ')
    .slice(0, 10)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'));
  const isOurs = secrets.some((secret) => {
    const expected = Buffer.from(signWebhook({ id, timestamp, rawBody }, secret), 'base64');
    return received.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
  return isOurs ? id : null;
}

/** @param secret `whsec_` and base64, or any other text */
export function signWebhook(
  { id, timestamp, rawBody }: { id: string; timestamp: string; rawBody: PostedWebhook['rawBody'] },
  secret: string,
): string {
  const key = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret);
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64');
}
