/**
 * Who is signed in, in this browser. The auth client is heavy and most visitors are not signed in: it is loaded only
 * when storage holds a session, or when a screen asks for it.
 */
import type { AuthChangeEvent, AuthClient as AuthClientClass, Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';

type AuthClient = InstanceType<typeof AuthClientClass>;

const STORAGE_KEY = 'mare.auth';

/** What is kept of a person for visits without a network (web/app/orders/saved); it goes with the session. */
export const OWN_NUMBERS_KEY = `${STORAGE_KEY}.numbers`;

export type SessionState =
  | { status: 'loading' }
  /** With a pending second factor, the password was right and a code has yet to follow. */
  | { status: 'visitor'; secondFactorPending?: true }
  | { status: 'signed-in'; userId: string; email: string; name: string | null };

const LOADING: SessionState = { status: 'loading' };
const VISITOR: SessionState = { status: 'visitor' };

let state: SessionState = LOADING;
let loadingClient: Promise<AuthClient> | undefined;
const listeners = new Set<() => void>();

/** The real auth client, made once. */
export function authClient(): Promise<AuthClient> {
  loadingClient ??= import('@supabase/auth-js').then(({ AuthClient }) => {
    const client = new AuthClient({
      url: `${window.location.origin}/auth/v1`,
      storageKey: STORAGE_KEY,
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: true,
      flowType: 'pkce',
    });
    client.onAuthStateChange(onAuthEvent);
    return client;
  });
  return loadingClient;
}

/** The token to call the API with, refreshed when it is about to end; null for a visitor. */
export async function accessToken(): Promise<string | null> {
  if (!loadingClient && !hasStoredSession()) return null;
  const { data } = await (await authClient()).getSession();
  return data.session?.access_token ?? null;
}

/** What a person was typing at the checkout of this tab (web/app/purchase/checkout); whoever signs out takes it along. */
export const CHECKOUT_DRAFT_KEY = 'mare.checkout';

/** Ends the session in this browser, and at the server as far as it can be reached. */
export async function signOut(): Promise<void> {
  window.sessionStorage.removeItem(CHECKOUT_DRAFT_KEY);
  const { error } = await (await authClient()).signOut({ scope: 'local' });
  if (!error) return;
  window.localStorage.removeItem(STORAGE_KEY);
  onAuthEvent('SIGNED_OUT', null);
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
  if (hasStoredSession() || isReturning()) void authClient();
  else set(VISITOR);
  // Another tab signed in while this one had no client to hear of it.
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY && event.newValue) void authClient();
  });
}

/** Back from a provider or an e-mailed link, with a code for the verifier that this browser kept. */
function isReturning(): boolean {
  try {
    const began = window.localStorage.getItem(`${STORAGE_KEY}-code-verifier`) !== null;
    return began && new URLSearchParams(window.location.search).has('code');
  } catch {
    return false;
  }
}

function hasStoredSession(): boolean {
  return storedSession() !== null;
}

/** As it lies in storage, also when it has run out meanwhile. */
export function storedSession(): Session | null {
  try {
    return JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? 'null') as Session | null;
  } catch {
    return null;
  }
}

const changeListeners = new Set<() => void>();

/** Tells of every event of the auth client, also of those that leave `useSession` as it was. @returns the way to stop. */
export function onAuthChange(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

function onAuthEvent(event: AuthChangeEvent, given: Session | null): void {
  if (event === 'SIGNED_OUT') window.localStorage.removeItem(OWN_NUMBERS_KEY);
  // A session that could not be renewed without a network is still somebody's: it stays in storage.
  const session = given ?? (navigator.onLine ? null : storedSession());
  // The auth client waits for its listeners: what they ask of it must come after.
  setTimeout(() => changeListeners.forEach((listener) => listener()));
  if (!session) set(VISITOR);
  else
    set(
      isSecondFactorPending(session) ? { status: 'visitor', secondFactorPending: true } : signedIn(session),
    );
}

/** The server takes such a session for a visitor's, too. */
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
  for (const listener of listeners) listener();
}
