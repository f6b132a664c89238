/**
 * Checks who posted a webhook, as Standard Webhooks has it: an HMAC-SHA256 over `<id>.<timestamp>.<body>` in base64,
 * after `v1,`; several signatures stand beside each other while a secret is changed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface PostedWebhook {
  headers: Headers;
  /** As it came, to the byte. */
  rawBody: string;
}

/** Clocks that differ, and the way here. */
const TOLERANCE_MS = 5 * 60_000;

/** @returns the delivery's id, the same at every try of the sender; null when it is none of ours, or too old. */
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

/** @param secret `whsec_` and base64, as providers show it, or any other text */
export function signWebhook(
  { id, timestamp, rawBody }: { id: string; timestamp: string; rawBody: string },
  secret: string,
): string {
  const key = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret);
  return createHmac('sha256', key).update(`${id}.${timestamp}.${rawBody}`).digest('base64');
}
