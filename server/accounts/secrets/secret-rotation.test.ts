/** Replaces AUTH_SECRET: by a rotation, which ends no session, or at once after a theft. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCaches } from '../../platform/caching/caches.ts';
import { openVault } from '../../platform/vault.ts';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { openAuth } from '../auth.ts';
import { readAuthSettings } from '../auth-settings.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { ensureSigningKey, signingKey } from '../tokens/key-ring.ts';

const [OLD, NEW, OTHER] = ['old-', 'new-', 'other-'].map((word) => word.repeat(10)) as [
  string,
  string,
  string,
];

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService({ AUTH_SECRET: OLD });
});
afterAll(() => service.stop());

/** The auth service of a process that started with these settings. */
async function restart(secret: string, accepted = '') {
  const platform = { ...service.platform, caches: createCaches() };
  const env = { AUTH_SECRET: secret, AUTH_SECRETS_ACCEPTED: accepted };
  const auth = openAuth(platform, readAuthSettings(env, platform.config));
  await ensureSigningKey(auth);
  return auth;
}

test('a rotation ends no session after everything is re-encrypted', async () => {
  const { session } = await signUpPerson(service);
  const before = await restart(OLD, NEW);
  const { kid } = await signingKey(before);

  const during = await restart(NEW, OLD);
  const refreshed = await refreshSession(during, session.refresh_token);
  expect(refreshed.ok).toBe(true);
  expect((await resealSecrets(during)).sessions).toBeGreaterThan(0);
  expect(await resealSecrets(during)).toEqual({ sessions: 0, factors: 0, signingKeys: 0, unopened: 0 });
  const unreadable = await resealSecrets({ ...during, vault: openVault(OTHER, during.random) });
  expect(unreadable).toMatchObject({ sessions: 0, signingKeys: 0, unopened: expect.any(Number) });
  expect(unreadable.unopened).toBeGreaterThan(1);

  const after = await restart(NEW);
  expect((await signingKey(after)).kid).toBe(kid);
  const again = await refreshSession(after, refreshed.ok ? refreshed.value.refresh_token : '');
  expect(again.ok).toBe(true);
});

test('accepts codes sent before a rotation', async () => {
  const { vault: old } = await restart(OLD);
  const { vault } = await restart(NEW, OLD);
  expect(vault.macs('code')).toEqual([vault.mac('code'), old.mac('code')]);
});

test('replacing the secret without a rotation ends sessions and signs with a new key', async () => {
  const { session } = await signUpPerson(service);
  const { kid } = await signingKey(await restart(NEW, OLD));
  const after = await restart(OTHER);
  expect((await signingKey(after)).kid).not.toBe(kid);
  expect(await refreshSession(after, session.refresh_token)).toMatchObject({ ok: false });
});

test('rejects a short accepted secret', async () => {
  await expect(restart(NEW, 'short')).rejects.toThrow('AUTH_SECRETS_ACCEPTED');
});
