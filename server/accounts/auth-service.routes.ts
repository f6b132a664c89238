/**
 * The auth service, mounted at /auth/v1. It implements the protocol of the client `@supabase/auth-js`; the endpoints are
 * listed in docs/features/auth-endpoints.md.
 */
import type { Hono } from 'hono';
import type { Platform } from '../platform/platform.ts';
import { readSite } from '../settings/read-site.ts';
import { openAuth, type Auth } from './auth.ts';
import { readAuthSettings, type AuthSettings } from './auth-settings.ts';
import { addExpress } from './express/express.routes.ts';
import { addFactors } from './factors/factors.routes.ts';
import type { SmsSender } from './factors/sms.ts';
import { addNotFound, addPublic, createAuthApp } from './protocol/http.ts';
import { addMessages } from './messages/messages.routes.ts';
import { grant } from './protocol/outcome.ts';
import { addPasskeys } from './passkeys/passkeys.routes.ts';
import { addOwnAccount } from './profile/own-account.routes.ts';
import { addProviders } from './providers/providers.routes.ts';
import { addRecoveryCodes } from './recovery-codes/recovery-codes.routes.ts';
import { addSignIn } from './sign-in/sign-in.routes.ts';
import { ensureSigningKey, publishedKeys } from './tokens/key-ring.ts';

/** Creates the first signing key if there is none. @throws ConfigError if a setting is missing or invalid */
export async function createAuthRoutes(
  platform: Platform,
  settings: AuthSettings = readAuthSettings(process.env, platform.config),
  sms?: SmsSender,
): Promise<Hono> {
  const auth = openAuth(platform, settings, sms);
  await ensureSigningKey(auth);
  const app = createAuthApp(auth);
  addPublicDocuments(app, auth);
  addSignIn(app, auth);
  addExpress(app, auth);
  addMessages(app, auth);
  addProviders(app, auth);
  addRecoveryCodes(app, auth);
  addFactors(app, auth);
  addPasskeys(app, auth);
  addOwnAccount(app, auth);
  addNotFound(app);
  return app;
}

/** Data for the captcha widget; null without one. */
function captchaWidget({ settings: { captcha } }: Auth) {
  if (!captcha?.widget) return null;
  const { siteKey, scriptUrl } = captcha.widget;
  return { provider: captcha.provider, site_key: siteKey, script_url: scriptUrl };
}

function addPublicDocuments(app: Hono, auth: Auth): void {
  const document = (path: string) => ({ method: 'GET', path, isUnlimited: () => true }) as const;
  addPublic(app, auth, document('/.well-known/jwks.json'), async (_, c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return grant({ keys: [...(await publishedKeys(auth)).values()].map((key) => key.publicJwk) });
  });
  addPublic(app, auth, document('/settings'), async () =>
    grant({
      external: {
        google: false,
        facebook: false,
        apple: false,
        ...Object.fromEntries([...auth.settings.providers.keys()].map((name) => [name, true])),
        email: true,
        phone: false,
        anonymous_users: false,
      },
      disable_signup: !auth.settings.signUpOpen,
      mailer_autoconfirm: auth.settings.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: auth.sms ? 'sms' : '',
      saml_enabled: false,
      captcha: captchaWidget(auth),
    }),
  );
  addPublic(app, auth, document('/health'), async () => {
    await auth.pool.query('select 1');
    const { name } = await readSite(auth);
    return grant({ name, version: '1', description: 'Accounts and sessions' });
  });
}
