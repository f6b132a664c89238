/** The coupon that this tab is shopping with, from the press on 'Usar Cupom' to the order. */
const STORAGE_KEY = 'mare.coupon';

export function rememberCoupon(code: string): void {
  try {
    if (code) window.sessionStorage.setItem(STORAGE_KEY, code);
    else window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage it is typed at the checkout.
  }
}

export function rememberedCoupon(): string {
  try {
    return window.sessionStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}
