/** WebAuthn challenges: random, used once, valid for five minutes, bound to a session or a browser. */
import type { Auth, Executor } from '../auth.ts';
import { hashOf } from '../flows/flow-states.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { reject, type Rejection } from '../protocol/outcome.ts';

const CHALLENGE_SECONDS = 300;
const CHALLENGE_BYTES = 32;

/** Who may use the challenge: the session that registers a passkey, or the browser that signs in (value of its cookie). */
export type ChallengeHolder = { sessionId: string } | { browser: string };

interface IssuedChallenge {
  id: string;
  challenge: Uint8Array<ArrayBuffer>;
  /** Unix seconds. */
  expiresAt: number;
}

export async function issueChallenge(auth: Auth, holder: ChallengeHolder): Promise<IssuedChallenge> {
  const id = auth.random.uuid();
  const challenge = auth.random.bytes(CHALLENGE_BYTES);
  const createdAt = auth.clock.now();
  await auth.db
    .insertInto('auth.passkeyChallenges')
    .values({ id, challenge, createdAt, ...columnsOf(holder) })
    .execute();
  const expiresAt = Math.floor(createdAt.getTime() / 1000) + CHALLENGE_SECONDS;
  return { id, challenge: new Uint8Array(challenge), expiresAt };
}

/** Deletes the challenge, so that a second response to it fails. @returns it in base64url, or null if it cannot be used */
export async function consumeChallenge(
  auth: Auth,
  db: Executor,
  id: string | undefined,
  holder: ChallengeHolder,
): Promise<string | null> {
  if (!isUuid(id)) return null;
  const { sessionId, browserHash } = columnsOf(holder);
  const oldest = new Date(auth.clock.now().getTime() - CHALLENGE_SECONDS * 1000);
  const taken = await db
    .deleteFrom('auth.passkeyChallenges')
    .where('id', '=', id)
    .where('sessionId', sessionId ? '=' : 'is', sessionId)
    .where('browserHash', browserHash ? '=' : 'is', browserHash)
    .where('createdAt', '>=', oldest)
    .returning('challenge')
    .executeTakeFirst();
  return taken ? taken.challenge.toString('base64url') : null;
}

export function challengeExpired(): Rejection {
  return reject(422, 'webauthn_challenge_expired', 'WebAuthn challenge has expired, request a new one');
}

function columnsOf(holder: ChallengeHolder): { sessionId: string | null; browserHash: Buffer | null } {
  return 'sessionId' in holder
    ? { sessionId: holder.sessionId, browserHash: null }
    : { sessionId: null, browserHash: hashOf(holder.browser) };
}
