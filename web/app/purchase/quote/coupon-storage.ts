import type { OrderDiscount } from '@mare/domain/checkout/discounts.ts';

/** Coupon of this tab, in session storage until the order is created. */
const STORAGE_KEY = 'mare.coupon';

export function saveCoupon(code: string): void {
  try {
    if (code) window.sessionStorage.setItem(STORAGE_KEY, code);
    else window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage the buyer types it at the checkout.
  }
}

export function readSavedCoupon(): string {
  try {
    return window.sessionStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Takes the coupon of an order that ended unpaid for the next one. */
export function restoreCoupon(discounts: readonly OrderDiscount[]): void {
  const code = discounts.find(({ kind }) => kind === 'coupon')?.code;
  if (code) saveCoupon(code);
}
