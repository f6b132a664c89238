import type { Principal } from '../../platform/http/api.ts';
import type { Auth } from '../auth.ts';
import { issueChallenge } from '../passkeys/challenges.ts';
import { assertionOptions } from '../passkeys/relying-party.ts';

/** A challenge that only this session can answer. */
export async function beginPasskeyProof(auth: Auth, { sessionId }: Pick<Principal, 'sessionId'>) {
  const { id, challenge } = await issueChallenge(auth, { sessionId });
  return { challengeId: id, options: assertionOptions(auth, challenge) };
}
