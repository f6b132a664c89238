import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import type { Auth, Executor } from '../auth.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import type { Limit } from '../../platform/database/rate-limits.ts';
import { spendOrReject } from '../protocol/limit-rate.ts';
import { sendAuthMailJob, type AuthMailRequest } from './send-auth-mail.job.ts';

export const PER_MINUTE: Limit = { name: 'mail-minute', hits: 1, seconds: 60 };
export const PER_HOUR: Limit = { name: 'mail-hour', hits: 5, seconds: 3600 };

export interface MessageForm {
  email: string | undefined;
  challenge: string | null;
  /** Already checked against the allowed redirect URLs. */
  redirectTo: string;
}

/** Answers alike whether the e-mail address has an account or not. */
export async function requestMessage(
  auth: Auth,
  kind: AuthMailRequest['kind'],
  form: MessageForm,
): Promise<Outcome<Record<string, never>>> {
  const email = normalizeEmail(form.email ?? '');
  if (!email) return reject(400, 'validation_failed', 'Unable to validate email address: invalid format');
  const tooMany = await limitMessages(auth, kind, email);
  if (tooMany) return tooMany;
  await enqueueMessage(auth, auth.db, {
    kind,
    email,
    challenge: form.challenge,
    redirectTo: form.redirectTo,
  });
  return grant({});
}

export async function enqueueMessage(auth: Auth, db: Executor, request: AuthMailRequest): Promise<void> {
  await auth.jobs.enqueue(db, sendAuthMailJob, request);
}

/** Rate limit by recipient, known or not, against mailbox flooding. */
export async function limitMessages(
  auth: Auth,
  kind: AuthMailRequest['kind'],
  email: string,
): Promise<Rejection | null> {
  const key = `${kind} ${email}`;
  const rejection =
    (await spendOrReject(auth.db, auth.clock, PER_MINUTE, key)) ??
    (await spendOrReject(auth.db, auth.clock, PER_HOUR, key));
  return rejection && rejectTooSoon('over_email_send_rate_limit', rejection.retryAfterSeconds!);
}

export function rejectTooSoon(
  code: 'over_email_send_rate_limit' | 'over_sms_send_rate_limit',
  seconds: number,
): Rejection {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  return reject(429, code, message, { retryAfterSeconds: seconds });
}
