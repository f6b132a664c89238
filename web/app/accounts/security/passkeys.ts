/** Passkeys and recovery codes through the auth client. */
import { attemptAuth } from '../attempt-auth.ts';
import { authErrorMessage, UNEXPECTED_AUTH_ERROR } from '../auth-error-messages.ts';
import { renewAfter } from '../../session/renewal.ts';
import { whileReplacing } from '../../session/replacement.ts';
import { authClient } from '../../session/session.ts';

export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** @throws when the auth service cannot be reached */
async function listPasskeys(): Promise<OwnPasskey[]> {
  const { data, error } = await (await authClient()).passkey.list();
  if (error) throw error;
  return data.map((row) => ({
    id: row.id,
    name: row.friendly_name ?? '',
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? null,
  }));
}

export const ownPasskeys = { queryKey: ['passkeys'], queryFn: listPasskeys, staleTime: 0 };

export const canUsePasskeys = (): boolean =>
  typeof window !== 'undefined' && window.PublicKeyCredential !== undefined;

/** Asks the device for a new passkey. @returns the error message to show, or null */
export function addPasskey(): Promise<string | null> {
  return attemptAuth((client) => client.registerPasskey());
}

export function renamePasskey(passkeyId: string, friendlyName: string): Promise<string | null> {
  return attemptAuth((client) => client.passkey.update({ passkeyId, friendlyName }));
}

export function removePasskey(passkeyId: string): Promise<string | null> {
  return attemptAuth((client) => renewAfter(client, () => client.passkey.delete({ passkeyId })));
}

type PasskeySignIn = { ok: true } | { ok: false; code: string | undefined; sentence: string };

/**
 * Signs in with any passkey of the shop, and ends the session whose second factor was pending.
 *
 * @param mediation `conditional` offers passkeys in the autofill of the e-mail field until `signal` aborts
 */
export async function signInWithPasskey(
  signal: AbortSignal,
  mediation?: 'conditional',
): Promise<PasskeySignIn> {
  try {
    const client = await authClient();
    const { data: before } = await client.getSession();
    const { error } = await client.signInWithPasskey({ options: { signal, mediation } });
    if (error) return { ok: false, code: error.code, sentence: authErrorMessage(error) };
    if (before.session)
      await fetch('/auth/v1/logout?scope=local', {
        method: 'POST',
        headers: { authorization: `Bearer ${before.session.access_token}` },
      }).catch(() => undefined);
    return { ok: true };
  } catch {
    return { ok: false, code: undefined, sentence: UNEXPECTED_AUTH_ERROR };
  }
}

/** @returns number of unused codes; null without codes. @throws when the auth service cannot be reached */
async function countRecoveryCodes(): Promise<number | null> {
  const { data, error } = await (await authClient()).mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data.total === 0 ? null : data.remaining;
}

export const ownRecoveryCodes = { queryKey: ['recovery-codes'], queryFn: countRecoveryCodes, staleTime: 0 };

/** Replaces all codes. @returns them, or the error message to show */
export async function createRecoveryCodes(): Promise<string[] | string> {
  let codes: string[] = [];
  const failure = await attemptAuth(async ({ mfa }) => {
    const created = await mfa.recoveryCodes.regenerate();
    codes = created.data?.codes ?? [];
    return created;
  });
  return failure ?? codes;
}

/** Enters a recovery code instead of the second factor. @returns the error message, or null when the session is complete */
export async function enterRecoveryCode(code: string): Promise<string | null> {
  if (code.replaceAll(/[^a-z0-9]/gi, '').length !== 10)
    return 'O código de recuperação tem 10 letras e números.';
  return attemptAuth(({ mfa }) => whileReplacing(() => mfa.recoveryCodes.verify({ code })));
}
