/**
 * Checks the `x-signature` header of a MercadoPago webhook: `ts=<n>,v1=<hex>`, an HMAC-SHA256 over
 * `id:<data.id of the query>;request-id:<x-request-id>;ts:<ts>;`, without the parts whose value is absent.
 *
 * Documentation, clients and real traffic disagree on the details, so it accepts `ts` in seconds or milliseconds,
 * `data.id` as received or in lower case, any of several secrets, and a signature of any age.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignatureVerdict = 'valid' | 'missing' | 'malformed' | 'mismatch';

export interface SignedDelivery {
  signature: string | null;
  requestId: string | null;
  /** From the query string; the body's id is not signed. */
  dataId: string | null;
}

export function verifySignature(delivery: SignedDelivery, secrets: string[]): SignatureVerdict {
  if (!delivery.signature?.trim()) return 'missing';
  const parts = new Map(
    delivery.signature.split(',').map((part) => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()] as const;
    }),
  );
  const ts = parts.get('ts');
  const v1 = parts.get('v1');
  if (!ts || !/^\d{10,16}$/.test(ts) || !v1 || !/^[0-9a-f]{64}$/i.test(v1)) return 'malformed';

  const received = Buffer.from(v1, 'hex');
  const id = delivery.dataId?.trim();
  const ids = id ? [...new Set([id, id.toLowerCase()])] : [null];
  let valid = false;
  for (const secret of secrets)
    for (const candidate of ids) {
      const expected = Buffer.from(sign({ ts, id: candidate, requestId: delivery.requestId }, secret), 'hex');
      valid = timingSafeEqual(expected, received) || valid;
    }
  return valid ? 'valid' : 'mismatch';
}

/** @returns the `v1` signature in lower-case hex */
export function sign(
  parts: { ts: string; id: string | null; requestId: string | null },
  secret: string,
): string {
  const manifest =
    (parts.id ? `id:${parts.id};` : '') +
    (parts.requestId ? `request-id:${parts.requestId};` : '') +
    `ts:${parts.ts};`;
  return createHmac('sha256', secret).update(manifest).digest('hex');
}
