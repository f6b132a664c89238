import { createHash } from 'node:crypto';
import type { PaymentRequest } from '../validation/validate-purchase.ts';

/** Hash of a purchase request: items, coupon and contacts. */
export function hashRequest({ items, coupon, customer, group }: PaymentRequest): string {
  const lines = items.map(({ rifaId, title, quantity, tier, selected_numbers: numbers }) => [
    rifaId ?? title,
    quantity,
    tier ?? null,
    numbers ?? [],
  ]);
  const text = JSON.stringify([
    lines,
    coupon ?? null,
    customer.email.trim().toLowerCase(),
    ...(group ? [group] : []),
  ]);
  return createHash('sha256').update(text).digest('hex');
}
