/** The buyer's order whose payment this browser waits for, until the buyer has seen how it ended. Deleted at sign-out. */
import { useEffect } from 'react';
import { storedSession } from '../../session/session.ts';

const STORAGE_KEY = 'mare.awaited';

export function readAwaitedOrder(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

export function awaitOrder(externalReference: string): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, externalReference);
  } catch {
    // Without storage, the buyer finds a payment that arrived in between under 'Minhas Rifas'.
  }
}

export function forgetAwaitedOrder(externalReference: string): void {
  if (readAwaitedOrder() === externalReference) window.localStorage.removeItem(STORAGE_KEY);
}

/** For a component that only the signed-in see. */
export function useForgetAtSignOut(): void {
  useEffect(
    () => () => {
      if (!storedSession()) window.localStorage.removeItem(STORAGE_KEY);
    },
    [],
  );
}
