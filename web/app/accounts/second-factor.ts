/** Codes of an authenticator app or a phone, through the auth client. */
import { sentenceForAuthError, UNEXPECTED_AUTH_ERROR } from './auth-sentences.ts';
import { authClient } from './session.ts';

export interface SecondFactor {
  id: string;
  type: 'totp' | 'phone';
  /** A phone's challenge is opened at once, as that is what sends the code. */
  challengeId: string | null;
}

/** @returns the factor to show, or the sentence of what went wrong. */
export async function askSecondFactor(): Promise<SecondFactor | string> {
  try {
    const { mfa } = await authClient();
    const { data, error } = await mfa.listFactors();
    if (error) return sentenceForAuthError(error);
    const app = data.totp[0];
    if (app) return { id: app.id, type: 'totp', challengeId: null };
    const phone = data.phone[0];
    if (!phone) return UNEXPECTED_AUTH_ERROR;
    const challenge = await mfa.challenge({ factorId: phone.id, channel: 'sms' });
    if (challenge.error) return sentenceForAuthError(challenge.error);
    return { id: phone.id, type: 'phone', challengeId: challenge.data.id };
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

/** @returns the sentence of what went wrong, or null when the session is complete. */
export async function showSecondFactor(factor: SecondFactor, typed: string): Promise<string | null> {
  const code = typed.replaceAll(/\D/g, '');
  if (code.length !== 6) return 'O código tem 6 dígitos.';
  try {
    const { mfa } = await authClient();
    const { error } = factor.challengeId
      ? await mfa.verify({ factorId: factor.id, challengeId: factor.challengeId, code })
      : await mfa.challengeAndVerify({ factorId: factor.id, code });
    return error && sentenceForAuthError(error);
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}
