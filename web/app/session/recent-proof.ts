/**
 * Sensitive calls need a recent proof of the person's presence. The transports of the API and of the auth service ask for it
 * here when the server rejects a call, and repeat the call afterwards; the dialog is `accounts/proof`.
 */
type Settle = (isProved: boolean) => void;

let waiting: Settle[] = [];
const listeners = new Set<() => void>();

/** Opens the dialog; calls at the same time share one. @returns false if the person cancels */
export function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    listeners.forEach((listener) => listener());
  });
}

/** Closes the dialog. */
export function resolveProof(isProved: boolean): void {
  const settled = waiting;
  waiting = [];
  listeners.forEach((listener) => listener());
  for (const settle of settled) settle(isProved);
}

export const isProofWanted = (): boolean => waiting.length > 0;

export function onProofWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
