/** Consent choices of this browser, synchronized between tabs. */
import { useSyncExternalStore } from 'react';
import {
  CONSENT_TEXT,
  type ConsentChoices,
  type StoredConsent,
  NECESSARY_ONLY,
} from '@mare/domain/personalization/consent.ts';

const STORAGE_KEY = 'mare.consent';

interface ConsentState {
  stored: StoredConsent | null;
  /** The user reopened the choices. */
  asking: boolean;
}

let state: ConsentState | null = null;
const listeners = new Set<() => void>();

/** Null during server rendering. */
export function useConsent(): ConsentState | null {
  return useSyncExternalStore(subscribe, current, () => null);
}

export function storedConsent(): StoredConsent | null {
  return current().stored;
}

/** Current choices; only the necessary ones if the consent text has changed since. */
export function allowed(): ConsentChoices {
  const { stored } = current();
  return stored?.textVersion === CONSENT_TEXT.version ? stored : NECESSARY_ONLY;
}

export function storeConsent(stored: StoredConsent | null): void {
  try {
    if (stored) localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage, the choice lasts until the page unloads.
  }
  change({ stored, asking: false });
}

export function requestConsent(): void {
  change({ ...current(), asking: true });
}

function current(): ConsentState {
  state ??= { stored: read(), asking: false };
  return state;
}

function read(): StoredConsent | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return isStoredConsent(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isStoredConsent(stored: unknown): stored is StoredConsent {
  if (typeof stored !== 'object' || stored === null) return false;
  const { measurement, marketing, textVersion, decidedAt } = stored as Record<string, unknown>;
  return (
    typeof measurement === 'boolean' &&
    typeof marketing === 'boolean' &&
    typeof textVersion === 'number' &&
    typeof decidedAt === 'string'
  );
}

function change(next: ConsentState): void {
  state = next;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  if (event.key === STORAGE_KEY) change({ ...current(), stored: read() });
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}
