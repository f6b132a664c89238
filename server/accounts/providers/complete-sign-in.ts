import { timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuthFlowStates } from '@mare/database/schema.ts';
import type { Auth, Client } from '../auth.ts';
import { findUser, type Session } from '../accounts.queries.ts';
import { hashOf, issueAuthCode } from '../flows/flow-states.ts';
import { withError, withSession } from '../messages/open-link.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { withParameters } from '../protocol/redirects.ts';
import { validateSignIn } from '../sign-in/sign-in-with-password.ts';
import { respondWithSession, startSession } from '../sessions/start-session.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import { linkIdentity, userOfIdentity } from './identities.ts';
import { providerSecrets, redeemProviderCode, type ProviderIdentity } from './openid.ts';

const STATE_SECONDS = 300;

type Flow = Selectable<AuthFlowStates>;
type Entered = { session: Session } | { code: string };

/** Handles the provider's callback. @returns the redirect URL, also for errors */
export async function completeSignIn(
  auth: Auth,
  answer: URLSearchParams,
  browser: string | null,
  client: Client,
): Promise<string> {
  const flow = await takeFlow(auth, answer.get('state'));
  if (!flow?.provider || !flow.providerSecrets) {
    const rejection = reject(400, 'bad_oauth_state', 'OAuth state is unknown, used or too old');
    return withError(auth.settings.siteUrl, rejection);
  }
  if (!isSameBrowser(flow, browser)) {
    const message = 'This sign-in was started in another browser';
    return withError(flow.redirectTo, reject(403, 'bad_oauth_state', message));
  }
  if (answer.has('error')) return withProviderError(flow.redirectTo, answer);
  const identity = await redeemAtProvider(auth, flow, answer);
  if (!identity)
    return withError(flow.redirectTo, reject(500, 'bad_oauth_callback', 'Unable to exchange external code'));
  const entered = await enterOnce(auth, flow, identity, client).catch((error: unknown) => {
    // A concurrent sign-in created the account: use it.
    if (violatedUnique(error)) return enterOnce(auth, flow, identity, client);
    throw error;
  });
  if (!entered.ok) return withError(flow.redirectTo, entered);
  if ('code' in entered.value) return withParameters(flow.redirectTo, entered.value, 'query');
  const session = await respondWithSession(auth, grant(entered.value.session));
  return session.ok
    ? withSession(flow.redirectTo, session.value, 'oauth')
    : withError(flow.redirectTo, session);
}

function enterOnce(
  auth: Auth,
  flow: Flow,
  identity: ProviderIdentity,
  client: Client,
): Promise<Outcome<Entered>> {
  return inTransaction<Outcome<Entered>>(auth.db, async (trx) => {
    const user = flow.linkingUserId
      ? await linkIdentity(auth, trx, flow.linkingUserId, identity)
      : await userOfIdentity(auth, trx, identity);
    if (!user.ok) return user;
    const rejection = validateSignIn(auth, (await findUser(trx, user.value))!);
    if (rejection) return rejection;
    if (!flow.codeChallenge) {
      await trx.deleteFrom('auth.flowStates').where('id', '=', flow.id).execute();
      return grant({ session: await startSession(auth, trx, user.value, 'oauth', client) });
    }
    await trx.updateTable('auth.flowStates').set({ userId: user.value }).where('id', '=', flow.id).execute();
    return grant({ code: await issueAuthCode(auth, trx, flow.id) });
  });
}

/** A state is single-use and valid for five minutes. */
async function takeFlow(auth: Auth, state: string | null): Promise<Flow | null> {
  if (!isUuid(state)) return null;
  const oldest = new Date(auth.clock.now().getTime() - STATE_SECONDS * 1000);
  return inTransaction(auth.db, async (trx) => {
    const flow = await trx
      .selectFrom('auth.flowStates')
      .selectAll()
      .where('id', '=', state)
      .where('providerSecrets', 'is not', null)
      .where('createdAt', '>', oldest)
      .forUpdate()
      .executeTakeFirst();
    await trx.updateTable('auth.flowStates').set({ providerSecrets: null }).where('id', '=', state).execute();
    return flow ?? null;
  });
}

/**
 * An authorization URL given to another person would link that person's identity to the account of its author, or
 * open that account in their browser.
 */
function isSameBrowser({ browserHash }: Flow, browser: string | null): boolean {
  if (!browserHash) return true;
  return browser !== null && timingSafeEqual(browserHash, hashOf(browser));
}

async function redeemAtProvider(
  auth: Auth,
  flow: Flow,
  answer: URLSearchParams,
): Promise<ProviderIdentity | null> {
  const settings = auth.settings.providers.get(flow.provider!);
  if (!settings) return null;
  try {
    const opened = auth.vault.open(flow.providerSecrets!, `flow:${flow.id}`).toString();
    const secrets = providerSecrets.parse(JSON.parse(opened));
    return await redeemProviderCode(auth, flow.provider!, settings, answer, secrets);
  } catch (error) {
    auth.log.warn({ err: error, provider: flow.provider }, 'identity provider answer rejected');
    return null;
  }
}

function withProviderError(redirectTo: string, answer: URLSearchParams): string {
  const parameters = {
    error: answer.get('error')!,
    error_code: answer.get('error')!,
    error_description: answer.get('error_description') ?? 'Refused at the identity provider',
  };
  return withParameters(redirectTo, parameters, 'both');
}
