/** Simulates a tab of the site and the auth service; uses the real auth client. */
import type { Session } from '@supabase/auth-js';
import { afterEach, beforeEach, vi } from 'vitest';
import type * as sessionModule from './session.ts';

export const SESSION_KEY = 'mare.auth';
/** Longer than the auth client retries a refresh. */
export const TWO_MINUTES = 120_000;

/** Replaces React's hook outside of a component: subscribes, and reads once. */
export function readStore<State>(subscribe: (listener: () => void) => void, read: () => State): State {
  subscribe(() => undefined);
  return read();
}

export interface SimulatedTab {
  /** Local storage of the browser. */
  storage: Map<string, string>;
  page: EventTarget & { visibilityState: string };
  /** Responds to a call of the auth service; throws for a lost connection. */
  respond: (path: string, token: string | null) => Response | Promise<Response>;
  session: typeof sessionModule;
  /** Opens a page of the site with a session in storage. */
  open: (expiresInSeconds: number) => Promise<void>;
  openNextPage: () => Promise<void>;
}

/** Starts each test of the file with a new tab. */
export function simulateTab(): SimulatedTab {
  const tab = {
    open: async (expiresInSeconds) => {
      tab.storage.set(SESSION_KEY, JSON.stringify(sessionFor(expiresInSeconds)));
      tab.session.useSession();
      await tab.session.authClient();
      await vi.advanceTimersByTimeAsync(TWO_MINUTES);
    },
    openNextPage: async () => {
      vi.resetModules();
      tab.session = await import('./session.ts');
      tab.session.useSession();
    },
  } as SimulatedTab;

  beforeEach(async () => {
    vi.useFakeTimers();
    // The auth client logs every failed refresh.
    for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
    vi.resetModules();
    tab.storage = new Map();
    tab.page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const localStorage = {
      getItem: (key: string) => tab.storage.get(key) ?? null,
      setItem: (key: string, value: string) => void tab.storage.set(key, value),
      removeItem: (key: string) => void tab.storage.delete(key),
    };
    const location = new URL('https://loja.example/');
    vi.stubGlobal('document', tab.page);
    vi.stubGlobal(
      'window',
      Object.assign(tab.page, { localStorage, sessionStorage: localStorage, location }),
    );
    vi.stubGlobal('localStorage', localStorage);
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
      tab.respond(new URL(url).pathname, new Headers(init?.headers).get('authorization')),
    );
    tab.session = await import('./session.ts');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  return tab;
}

export function sessionFor(expiresInSeconds: number): Session {
  return {
    access_token: `token.${expiresInSeconds}`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    expires_at: Math.floor(Date.now() / 1000) + expiresInSeconds,
    user: { id: 'u1', email: 'rita@exemplo.com.br', user_metadata: { name: 'Rita' } },
  } as unknown as Session;
}
