import { createHash } from 'node:crypto';
import type { PaymentRequest } from './validation/validate-purchase.ts';

/** Hash of what a purchase asks for: what is bought, with which coupon, and where the mails go. */
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
