/** Re-authentication before a sensitive change, by the strongest proof that the account has. */

/** How long a proof counts. */
export const RECENT_PROOF_SECONDS = 600;

/**
 * Proofs of identity: the code of an authenticator app, the code of a text message, a passkey, the password, a code sent
 * by e-mail, or a new sign-in at the account's provider. `contact`: an account without a confirmed contact confirms it
 * first.
 */
export const PROOFS = ['app', 'sms', 'passkey', 'password', 'email', 'sign-in', 'contact'] as const;
export type Proof = (typeof PROOFS)[number];

/** Proof methods of an account. */
export interface AccountProofs {
  /** Types of the verified factors. */
  factors: readonly ('totp' | 'phone')[];
  hasPasskey: boolean;
  hasPassword: boolean;
  hasEmail: boolean;
  /** Opened by a purchase without a password; no contact of it is confirmed. */
  isUnconfirmed: boolean;
}

/** A use of an authentication method in the session, as in the `amr` claim. */
interface MethodUse {
  method: string;
  /** Unix seconds. */
  timestamp: number;
}

/** A passkey or a recovery code satisfies any factor. */
const FACTOR_METHODS = new Set(['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code']);

/** The strongest proof of the account. */
export function strongestProof(account: AccountProofs): Proof {
  const { factors, hasPasskey, hasPassword, hasEmail, isUnconfirmed } = account;
  if (isUnconfirmed) return 'contact';
  if (factors.includes('totp')) return 'app';
  if (factors.includes('phone')) return 'sms';
  if (hasPasskey) return 'passkey';
  if (hasPassword) return 'password';
  return hasEmail ? 'email' : 'sign-in';
}

/** @returns the proof needed before a sensitive change; null if the session gave it recently */
export function missingProof(account: AccountProofs, uses: readonly MethodUse[], now: Date): Proof | null {
  const proof = strongestProof(account);
  // The contact may belong to another person, who takes the account over by confirming it.
  if (proof === 'contact') return proof;
  const since = now.getTime() / 1000 - RECENT_PROOF_SECONDS;
  // Without a factor or passkey any recent sign-in is enough: the holder of the session could also set a new password.
  const needsFactor = account.factors.length > 0 || account.hasPasskey;
  const counts = ({ method }: MethodUse) => !needsFactor || FACTOR_METHODS.has(method);
  return uses.some((use) => counts(use) && use.timestamp >= since) ? null : proof;
}
