import { readContact } from '@mare/domain/accounts/contact.ts';
import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import type { Limit } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf } from '../../platform/network.ts';
import type { Auth, Client } from '../auth.ts';
import { insertUserWithoutEmail, nameIn } from '../create-user.ts';
import { validateMetadata } from '../profile/metadata.ts';
import { spendOrReject } from '../protocol/limit-rate.ts';
import { reject, type Outcome } from '../protocol/outcome.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { respondWithSession, startSession, type SessionResponse } from '../sessions/start-session.ts';
import { signUpsClosed } from '../sign-in/sign-up.ts';
import { recordAcceptanceOfSignUp } from '../terms/accepted-terms.ts';
import { BRAZIL } from './express.queries.ts';

/** Many buyers of a mobile network share an IP address. */
const OPENED_BY_NETWORK: Limit = { name: 'express-network', hits: 60, seconds: 300 };

export interface ExpressForm {
  email: string | undefined;
  phone: string | undefined;
  /** Name and accepted terms, as of a sign-up. */
  metadata: Record<string, unknown>;
}

/**
 * Opens an account without a password for a buyer who states name, e-mail and phone, with a session in this browser.
 * Always creates an account and changes no other one, so it does not reveal whether the contact is known.
 * @returns the session, or `validation_failed` (400), `signup_disabled` (422), `over_request_rate_limit` (429)
 */
export async function openExpressAccount(
  auth: Auth,
  { email: typedEmail, phone: typedPhone, metadata }: ExpressForm,
  client: Client,
): Promise<Outcome<SessionResponse>> {
  if (!auth.settings.signUpOpen) return signUpsClosed();
  const name = nameIn(metadata);
  if (!name) return reject(400, 'validation_failed', 'A name is required');
  const email = normalizeEmail(typedEmail ?? '');
  if (!email) return reject(400, 'validation_failed', 'Unable to validate email address: invalid format');
  const contact = readContact(typedPhone ?? '');
  if (contact?.kind !== 'phone')
    return reject(400, 'validation_failed', 'Invalid phone number format (E.164 required)');
  const rejection = validateMetadata(metadata) ?? (await spendOpening(auth, client));
  if (rejection) return rejection;
  const now = auth.clock.now();
  const session = await inTransaction(auth.db, async (trx) => {
    const id = await insertUserWithoutEmail(auth, trx, { name, phone: contact.phone, metadata });
    await trx
      .insertInto('expressAccounts')
      .values({ userId: id, email, phone: BRAZIL + contact.phone, createdAt: now })
      .execute();
    await recordAcceptanceOfSignUp(trx, id, { metadata, at: now });
    await recordSecurityEvent(auth, trx, id, 'signed_up', client);
    return startSession(auth, trx, id, 'express', client);
  });
  return respondWithSession(auth, { ok: true, value: session });
}

function spendOpening({ db, clock, settings }: Auth, client: Client) {
  const limit = { ...OPENED_BY_NETWORK, hits: OPENED_BY_NETWORK.hits * settings.ipLimitFactor };
  return spendOrReject(db, clock, limit, networkOf(client.ipAddress));
}
