/** Signs the quote shown to a buyer, so that an order can require exactly that quote. Nothing is stored. */
import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { defineCache } from '../../platform/caching/caches.ts';
import { memoizeAsync } from '../../platform/caching/memoize-async.ts';
import type { Platform } from '../../platform/platform.ts';

/** Long enough to fill in the form; the page renews it before. */
export const QUOTE_VALID_MS = 15 * 60_000;

const content = z.object({
  /** Null for a visitor. */
  userId: z.string().nullable(),
  /** ISO 8601. */
  validUntil: z.string(),
  /** Digest of the quoted lines with their numbers, and of the coupon. */
  cart: z.string(),
  lines: z.array(
    z.object({
      rifaId: z.string(),
      title: z.string(),
      quantity: z.int(),
      bonusQuantity: z.int(),
      fullCentavos: z.int(),
    }),
  ),
  discounts: z.array(z.object({ kind: z.string(), code: z.string().nullable(), amountCentavos: z.int() })),
  totalCentavos: z.int(),
});
export type QuoteContent = z.infer<typeof content>;

type Handle = Pick<Platform, 'db' | 'caches'>;

const keyCache = defineCache(() => memoizeAsync<KeyObject>(1));

function readKey(platform: Handle): Promise<KeyObject> {
  return keyCache(platform).get('quote', async () => {
    const { key } = await platform.db
      .selectFrom('linkKeys')
      .select('key')
      .where('purpose', '=', 'quote')
      .executeTakeFirstOrThrow();
    return createSecretKey(key);
  });
}

export async function signQuote(platform: Handle, quoted: QuoteContent): Promise<string> {
  const body = Buffer.from(JSON.stringify(quoted)).toString('base64url');
  return `${body}.${createHmac('sha256', await readKey(platform))
    .update(body)
    .digest('base64url')}`;
}

/** @returns null when the signature is invalid */
export async function readQuote(platform: Handle, token: string): Promise<QuoteContent | null> {
  const [body = '', signature = ''] = token.split('.');
  const expected = createHmac('sha256', await readKey(platform))
    .update(body)
    .digest();
  const actual = Buffer.from(signature, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return content.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
}

interface DigestedLine {
  rifaId: string;
  /** Cotas paid for. */
  quantity: number;
  tier: string | null;
  requestedNumbers: readonly number[];
  exact?: boolean;
}

/** Equal exactly for the same lines, in the same order, with the same coupon. @param coupon normalized */
export function digestCart(lines: readonly DigestedLine[], coupon: string | null): string {
  const parts = lines.map(({ rifaId, quantity, tier, requestedNumbers, exact = false }) => [
    rifaId,
    quantity,
    tier,
    requestedNumbers,
    exact,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([parts, coupon]))
    .digest('base64url');
}
