/** Second factors (authenticator app or phone) through the auth client. */
import { attemptAuth, withRecentProof } from '../attempt-auth.ts';
import { authErrorMessage, UNEXPECTED_AUTH_ERROR } from '../auth-error-messages.ts';
import { renewAfter } from '../../session/renewal.ts';
import type { AuthMFAVerifyResponse } from '@supabase/auth-js';
import type { AuthClient } from '../../session/create-auth-client.ts';
import { whileReplacing } from '../../session/replacement.ts';
import { authClient } from '../../session/session.ts';

export interface SecondFactor {
  id: string;
  type: 'totp' | 'phone';
  /** Set for a phone: opening the challenge sends the code. */
  challengeId: string | null;
}

type Mfa = AuthClient['mfa'];

/**
 * Finds the factor that completes a session, and sends the code of a phone.
 * @param of the session to complete; that of this browser by default
 * @returns the factor to verify, or the error message to show
 */
export async function startSecondFactor(of?: Mfa): Promise<SecondFactor | string> {
  try {
    const mfa = of ?? (await authClient()).mfa;
    const { data, error } = await mfa.listFactors();
    if (error) return authErrorMessage(error);
    const app = data.totp[0];
    if (app) return { id: app.id, type: 'totp', challengeId: null };
    const phone = data.phone[0];
    if (!phone) return UNEXPECTED_AUTH_ERROR;
    const challenge = await mfa.challenge({ factorId: phone.id, channel: 'sms' });
    if (challenge.error) return authErrorMessage(challenge.error);
    return { id: phone.id, type: 'phone', challengeId: challenge.data.id };
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

/** @returns the error message to show, or null when the session is complete */
export async function showSecondFactor(factor: SecondFactor, typed: string): Promise<string | null> {
  const code = typed.replaceAll(/\D/g, '');
  if (code.length !== 6) return 'O código tem 6 números.';
  return attemptAuth(({ mfa }) =>
    whileReplacing<AuthMFAVerifyResponse>(() =>
      factor.challengeId
        ? mfa.verify({ factorId: factor.id, challengeId: factor.challengeId, code })
        : mfa.challengeAndVerify({ factorId: factor.id, code }),
    ),
  );
}

export interface Enrolment {
  factorId: string;
  /** URL of the QR code image. */
  qrCode: string;
  /** The same secret in base32, for manual entry. */
  secret: string;
  /** The same as a link (`otpauth:`), for an app on this device. */
  uri: string;
}

/** @param issuer name that the app shows for the code. @returns the setup data, or the error message to show */
export async function beginEnrolment(issuer: string): Promise<Enrolment | string> {
  try {
    const { data, error } = await withRecentProof(({ mfa }) => mfa.enroll({ factorType: 'totp', issuer }));
    if (error) return authErrorMessage(error);
    return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret, uri: data.totp.uri };
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

/**
 * Enrols a phone and sends the first code.
 *
 * @param phone Brazilian mobile number with area code
 * @returns the factor to verify, or the error message to show
 */
export async function beginPhoneEnrolment(phone: string): Promise<SecondFactor | string> {
  try {
    const { mfa } = await authClient();
    const number = `+55${phone.replaceAll(/\D/g, '')}`;
    const enrolled = await withRecentProof(() => mfa.enroll({ factorType: 'phone', phone: number }));
    if (enrolled.error) return authErrorMessage(enrolled.error);
    const challenge = await mfa.challenge({ factorId: enrolled.data.id, channel: 'sms' });
    if (challenge.error) return authErrorMessage(challenge.error);
    return { id: enrolled.data.id, type: 'phone', challengeId: challenge.data.id };
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

export interface FactorInUse {
  id: string;
  type: 'totp' | 'phone';
}

/** @throws when the auth service cannot be reached */
async function factorsInUse(): Promise<FactorInUse[]> {
  const { data, error } = await (await authClient()).mfa.listFactors();
  if (error) throw error;
  return [
    ...data.totp.map(({ id }) => ({ id, type: 'totp' as const })),
    ...data.phone.map(({ id }) => ({ id, type: 'phone' as const })),
  ];
}

/** Query of the verified second factors. */
export const ownFactors = { queryKey: ['second-factors'], queryFn: factorsInUse, staleTime: 0 };

/** @returns the error message to show, or null */
export function removeSecondFactor(factorId: string): Promise<string | null> {
  return attemptAuth((client) => renewAfter(client, () => client.mfa.unenroll({ factorId })));
}
