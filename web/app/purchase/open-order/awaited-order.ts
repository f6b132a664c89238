/** The buyer's order whose payment this browser waits for, until the buyer has seen how it ended. Deleted at sign-out. */
import { AWAITED_ORDER_KEY } from '../../session/session.ts';

export function readAwaitedOrder(): string | null {
  try {
    return window.localStorage.getItem(AWAITED_ORDER_KEY);
  } catch {
    return null;
  }
}

export function awaitOrder(externalReference: string): void {
  try {
    window.localStorage.setItem(AWAITED_ORDER_KEY, externalReference);
  } catch {
    // Without storage, a payment that arrives meanwhile is found under 'Minhas Rifas'.
  }
}

export function forgetAwaitedOrder(externalReference: string): void {
  if (readAwaitedOrder() === externalReference) window.localStorage.removeItem(AWAITED_ORDER_KEY);
}
