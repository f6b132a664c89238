/**
 * The auth service, to be mounted at /auth/v1. It speaks the protocol of the public client `@supabase/auth-js`; the
 * table in docs/auth-endpoints.md lists every endpoint.
 */
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Platform } from '../platform/platform.ts';
import { openAuth, type Auth } from './auth.ts';
import { readAuthSettings, type AuthSettings } from './auth-settings.ts';
import { findUser } from './accounts.queries.ts';
import { addNotFound, addPrivate, addPublic, createAuthApp } from './http.ts';
import { grant, refuse } from './outcome.ts';
import { refreshSession } from './refresh-session.ts';
import { signInWithPassword } from './sign-in-with-password.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { ensureSigningKey, publishedKeys } from './tokens/key-ring.ts';
import { updateUser } from './update-user.ts';
import { viewUser } from './user-view.ts';

const text = z.string().optional();
const metadata = z.record(z.string(), z.unknown()).optional();

/** Makes the first signing key when there is none. @throws ConfigError when a setting is missing or wrong. */
export async function createAuthRoutes(
  platform: Platform,
  settings: AuthSettings = readAuthSettings(process.env, platform.config),
): Promise<Hono> {
  const auth = openAuth(platform, settings);
  await ensureSigningKey(auth);
  const app = createAuthApp(auth);
  addPublicDocuments(app, auth);
  addSignIn(app, auth);
  addAccount(app, auth);
  addNotFound(app);
  return app;
}

function addPublicDocuments(app: Hono, auth: Auth): void {
  const document = (path: string) => ({ method: 'GET', path, isUnlimited: () => true }) as const;
  addPublic(app, auth, document('/.well-known/jwks.json'), async (_, c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return grant({ keys: [...(await publishedKeys(auth)).values()].map((key) => key.publicJwk) });
  });
  addPublic(app, auth, document('/settings'), async () =>
    grant({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: auth.settings.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }),
  );
  addPublic(app, auth, document('/health'), async () => {
    await auth.pool.query('select 1');
    return grant({ name: 'Maré da Sorte Auth', version: '1', description: 'Accounts and sessions' });
  });
}

function addSignIn(app: Hono, auth: Auth): void {
  const signUpBody = z.object({ email: text, password: text, data: metadata });
  addPublic(app, auth, { method: 'POST', path: '/signup', body: signUpBody }, ({ body, client }) =>
    signUp(auth, { email: body.email, password: body.password, metadata: body.data ?? {} }, client),
  );

  const token = {
    method: 'POST',
    path: '/token',
    body: z.object({ email: text, password: text, refresh_token: z.unknown().optional() }),
    // A refused refresh may cost the client its session, and thousands share an address: limited by session instead.
    isUnlimited: (c: Context) => c.req.query('grant_type') === 'refresh_token',
  } as const;
  addPublic(app, auth, token, async ({ body, query, client }) => {
    switch (query('grant_type')) {
      case 'password':
        return signInWithPassword(auth, { email: body.email, password: body.password }, client);
      case 'refresh_token':
        return refreshSession(auth, body.refresh_token);
      default:
        return refuse(400, 'invalid_credentials', 'unsupported_grant_type');
    }
  });
}

function addAccount(app: Hono, auth: Auth): void {
  addPrivate(app, auth, { method: 'GET', path: '/user' }, async (caller) => {
    const user = await findUser(auth.db, caller.userId);
    if (!user) return refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return grant(await viewUser(auth.db, user));
  });

  const changes = z.object({ data: metadata, password: text, app_metadata: z.unknown().optional() });
  addPrivate(app, auth, { method: 'PUT', path: '/user', body: changes }, async (caller, { body }) => {
    if (body.app_metadata !== undefined)
      return refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    return updateUser(auth, caller, { metadata: body.data, password: body.password });
  });

  addPrivate(app, auth, { method: 'POST', path: '/logout' }, async (caller, { query }, c) => {
    const ended = await signOut(auth, caller, query('scope') ?? 'global');
    return ended.ok ? c.body(null, 204) : ended;
  });
}
