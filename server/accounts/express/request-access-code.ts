import { readContact } from '@mare/domain/accounts/contact.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Auth } from '../auth.ts';
import { PER_HOUR, PER_MINUTE, rejectTooSoon } from '../messages/request-message.ts';
import { spendOrReject } from '../protocol/limit-rate.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { sendAccessCodeJob } from './send-access-code.job.ts';

/**
 * Requests a code that signs in to the account of a contact. Known and unknown contacts get the same answer after the
 * same work; the job finds the account.
 * @param askedBy the caller's account, if signed in
 * @returns the request id, sent back together with the code, or `validation_failed` (400),
 * `over_email_send_rate_limit` (429)
 */
export async function requestAccessCode(
  auth: Auth,
  typed: string | undefined,
  askedBy: string | null,
): Promise<Outcome<{ access_id: string }>> {
  const contact = readContact(typed ?? '');
  if (!contact) return reject(400, 'validation_failed', 'Neither an email address nor a mobile phone');
  const tooMany = await limitRequests(auth, contact.kind === 'email' ? contact.email : contact.phone);
  if (tooMany) return tooMany;
  const accessId = auth.random.uuid();
  const endsAt = new Date(auth.clock.now().getTime() + SENT_CODE_MINUTES * 60_000);
  await inTransaction(auth.db, async (trx) => {
    await trx.insertInto('accessCodes').values({ id: accessId, askedBy, endsAt }).execute();
    await auth.jobs.enqueue(trx, sendAccessCodeJob, { accessId, contact, askedBy });
  });
  return grant({ access_id: accessId });
}

/** Limits per contact, known or unknown: five codes an hour, each with five tries. */
async function limitRequests({ db, clock }: Auth, contact: string): Promise<Rejection | null> {
  const key = `access ${contact}`;
  const rejection =
    (await spendOrReject(db, clock, PER_MINUTE, key)) ?? (await spendOrReject(db, clock, PER_HOUR, key));
  return rejection && rejectTooSoon('over_email_send_rate_limit', rejection.retryAfterSeconds!);
}
