/** Reference of the order whose payment this browser waits for. Stored until the buyer has seen the outcome or signs out. */
import { useEffect } from 'react';
import { storedSession } from '../../session/session.ts';

const STORAGE_KEY = 'mare.awaited';

/**
 * Runs in the head, after the script of the stored session: keeps the place of the bar below the header (`data-awaits`),
 * so that it does not push the page down. Not where the page itself shows the order, and not without a network.
 */
export const awaitedOrderScript = `try{if(document.documentElement.dataset.session===''&&navigator.onLine&&localStorage.getItem('${STORAGE_KEY}')&&!/^\\/(pedido|checkout|bolao)\\b/.test(location.pathname))document.documentElement.dataset.awaits=''}catch{}`;

/** The bar is shown, or will not be. */
export function freeOrderPlace(): void {
  delete document.documentElement.dataset.awaits;
}

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

export function deleteAwaitedOrder(externalReference: string): void {
  if (readAwaitedOrder() === externalReference) window.localStorage.removeItem(STORAGE_KEY);
}

/** Deletes the reference at sign-out. For a component that is mounted only while signed in. */
export function useDeleteAtSignOut(): void {
  useEffect(
    () => () => {
      if (!storedSession()) window.localStorage.removeItem(STORAGE_KEY);
    },
    [],
  );
}
