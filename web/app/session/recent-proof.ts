/**
 * Re-authentication for sensitive calls. When the server rejects a call, the transports of the API and of the auth service
 * open the dialog (`accounts/proof`) and repeat the call afterwards.
 */
type Settle = (isProved: boolean) => void;

let waiting: Settle[] = [];
const listeners = new Set<() => void>();

/** Opens the dialog, which concurrent calls share. @returns false if the person cancels */
export function requestProof(): Promise<boolean> {
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
