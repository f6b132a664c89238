import type { Auth } from '../auth.ts';

interface RelyingParty {
  /** Domain that passkeys belong to. */
  id: string;
  origin: string;
}

/** From PUBLIC_URL: another domain, port or scheme cannot use the passkeys of the shop. */
export function relyingPartyOf({ settings }: Pick<Auth, 'settings'>): RelyingParty {
  const { hostname, origin } = new URL(settings.siteUrl);
  return { id: hostname, origin };
}

/** For `navigator.credentials.get`: any passkey of the shop. They name no account and no credential. */
export function assertionOptions(auth: Pick<Auth, 'settings'>, challenge: Uint8Array) {
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rpId: relyingPartyOf(auth).id,
    timeout: 60_000,
    userVerification: 'required' as const,
  };
}

/** User handle in the authenticator: the id of the account, and no personal data. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}
