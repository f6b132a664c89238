/**
 * Session of this browser. The auth client is large and most visitors are not signed in, so it is loaded only when
 * storage holds a session or a screen needs it.
 */
import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { untilLoaded } from '../ui/loading/lazy-component.ts';
import type { AuthClient } from './create-auth-client.ts';
import { endPushSubscription } from './end-push-subscription.ts';

const STORAGE_KEY = 'mare.auth';
/** Kept in session storage, so that this tab still shows the reason after it opens another page. */
const ENDED_KEY = `${STORAGE_KEY}.ended`;

/** Storage key of the buyer's offline data (web/app/orders/saved), deleted at sign-out. */
export const OWN_NUMBERS_KEY = `${STORAGE_KEY}.numbers`;

export type SessionState =
  | { status: 'loading' }
  /**
   * Second factor pending: the password was correct, the code is missing. Ended: the session expired, or ended in another
   * tab or on another device.
   */
  | { status: 'visitor'; secondFactorPending?: true; hasEnded?: true }
  | { status: 'signed-in'; userId: string; email: string; name: string | null };

const LOADING: SessionState = { status: 'loading' };
const VISITOR: SessionState = { status: 'visitor' };
const ENDED: SessionState = { status: 'visitor', hasEnded: true };

let state: SessionState = LOADING;
let loadingClient: Promise<AuthClient> | undefined;
const listeners = new Set<() => void>();

/** Loads the auth client once. A call after a failed load tries again. */
export function authClient(): Promise<AuthClient> {
  loadingClient ??= import('./create-auth-client.ts').then(
    ({ createAuthClient }) => {
      const client = createAuthClient(STORAGE_KEY, storedSession);
      client.onAuthStateChange(onAuthEvent);
      return client;
    },
    (error) => {
      loadingClient = undefined;
      throw error;
    },
  );
  return loadingClient;
}

/** Access token of the API, refreshed before it expires; null for a visitor. */
export async function accessToken(): Promise<string | null> {
  if (!loadingClient && !hasStoredSession()) return null;
  const { data } = await (await authClient()).getSession();
  return data.session?.access_token ?? null;
}

/**
 * Runs in the head: marks a browser whose session, or its end, is known only once scripts run. What only a visitor may
 * see stays hidden there meanwhile (`in-data-session:invisible`).
 */
export const storedSessionScript = `try{if(localStorage.getItem('${STORAGE_KEY}')||sessionStorage.getItem('${ENDED_KEY}'))document.documentElement.dataset.session=''}catch{}`;

/** Prefix of the storage keys of this tab's drafts (tab-draft.ts), deleted at sign-out. */
export const DRAFT_PREFIX = 'mare.draft.';

let isLeaving = false;

/** Ends the session in this browser and, if reachable, on the server. */
export async function signOut(): Promise<void> {
  deleteDrafts();
  const client = await authClient();
  isLeaving = true;
  try {
    const { error } = await client.signOut({ scope: 'local' });
    if (!error) return;
    forget(STORAGE_KEY);
    onAuthEvent('SIGNED_OUT', null);
  } finally {
    isLeaving = false;
  }
}

function deleteDrafts(): void {
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(DRAFT_PREFIX)) window.sessionStorage.removeItem(key);
  } catch {
    // A browser that blocks storage has none.
  }
}

function forget(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // A browser that blocks storage has nothing to delete.
  }
}

/** Whether this tab lost its session without signing out. */
export function hasEnded(): boolean {
  return state.status === 'visitor' && state.hasEnded === true;
}

export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => LOADING,
  );
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let started = false;
function start(): void {
  if (started) return;
  started = true;
  if (hasStoredSession() || isReturning()) void untilLoaded(authClient);
  else set(hadEnded() ? ENDED : VISITOR);
  // Without a client this tab misses sign-ins of other tabs.
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY && event.newValue) void untilLoaded(authClient);
  });
}

/** Returning from a provider or an e-mailed link, with a code for the stored PKCE verifier. */
function isReturning(): boolean {
  try {
    const began = window.localStorage.getItem(`${STORAGE_KEY}-code-verifier`) !== null;
    return began && new URLSearchParams(window.location.search).has('code');
  } catch {
    return false;
  }
}

function hadEnded(): boolean {
  try {
    return window.sessionStorage.getItem(ENDED_KEY) !== null;
  } catch {
    return false;
  }
}

function rememberEnd(isEnded: boolean): void {
  try {
    if (isEnded) window.sessionStorage.setItem(ENDED_KEY, '1');
    else window.sessionStorage.removeItem(ENDED_KEY);
  } catch {
    // Without storage the next page does not show the reason.
  }
}

function hasStoredSession(): boolean {
  return storedSession() !== null;
}

/** Session in storage, even if expired. */
export function storedSession(): Session | null {
  try {
    return JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? 'null') as Session | null;
  } catch {
    return null;
  }
}

const changeListeners = new Set<() => void>();

/** Subscribes to all events of the auth client, including those that do not change `useSession`. @returns unsubscribe */
export function onAuthChange(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

function onAuthEvent(event: AuthChangeEvent, newSession: Session | null): void {
  if (event === 'SIGNED_OUT') {
    forget(OWN_NUMBERS_KEY);
    void endPushSubscription();
  }
  // Offline, a session that could not be refreshed stays valid.
  const session = newSession ?? (navigator.onLine ? null : storedSession());
  // The auth client awaits this callback: listeners that call the client would deadlock, so they run later.
  setTimeout(() => changeListeners.forEach((listener) => listener()));
  if (!session) setVisitor(event);
  else
    set(
      isSecondFactorPending(session) ? { status: 'visitor', secondFactorPending: true } : signedIn(session),
    );
}

function setVisitor(event: AuthChangeEvent): void {
  if (state.status !== 'visitor') set(event === 'SIGNED_OUT' && !isLeaving ? ENDED : VISITOR);
  // A session that ended keeps its notice until the next sign-in.
  else if (!state.hasEnded) set(VISITOR);
}

/** Until the code is entered, the server also treats the session as a visitor's. */
export function isSecondFactorPending({ user, access_token }: Session): boolean {
  if (!user.factors?.some((factor) => factor.status === 'verified')) return false;
  const payload = access_token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
  return (JSON.parse(atob(payload)) as { aal?: string }).aal !== 'aal2';
}

function signedIn({ user }: Session): SessionState {
  const name: unknown = user.user_metadata.name;
  return {
    status: 'signed-in',
    userId: user.id,
    email: user.email ?? '',
    name: typeof name === 'string' && name.trim() ? name : null,
  };
}

function set(next: SessionState): void {
  if (JSON.stringify(next) === JSON.stringify(state)) return;
  state = next;
  rememberEnd(next === ENDED);
  for (const listener of listeners) listener();
}
