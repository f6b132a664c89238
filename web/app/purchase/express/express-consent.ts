import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import type { StatedBuyer } from '../checkout/use-rifa-purchase.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';

/** A visitor's order, placed as soon as the account is open. */
export interface ExpressOrder extends StatedBuyer {
  /** Of the account that opens. */
  email: string;
  /** Cotas paid for. */
  quantity: number;
  tierKey: string | null;
  /** The price that the visitor saw. */
  totalCentavos: number;
}

/** Whether the press of the visitor is for this choice. */
export function isConsentTo(
  { quantity, tierKey }: Pick<ExpressOrder, 'quantity' | 'tierKey'>,
  choice: Pick<NumberChoice, 'quantity'> & { tier: { key: string } | null },
): boolean {
  return quantity === choice.quantity && tierKey === (choice.tier?.key ?? null);
}

/** Whether the press opened this account; false after a sign-in by another way. */
export function isOrderOf({ email }: Pick<ExpressOrder, 'email'>, accountEmail: string): boolean {
  return normalizeEmail(email.trim()) === normalizeEmail(accountEmail);
}
