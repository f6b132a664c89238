/** Handles a failed call: repeats it, shows a toast, or ends the session. Loaded on the first failure. */
import { errorMessage } from '../../messages.ts';
import { requestProof } from '../../session/recent-proof.ts';
import { verifySession, isReplaced } from '../../session/renewal.ts';
import { hasEnded } from '../../session/session.ts';
import { followRetries } from '../../ui/focus/focus-after-retry.ts';
import { isApiError, isUnauthenticated } from './is-api-error.ts';

/**
 * Ends a session that the server no longer accepts before the failure is rendered, so that the screen asks for a
 * sign-in instead of showing an error.
 * @param sent access token of the failed call
 * @returns whether the call may be repeated: the person gave the required proof, or the token was replaced during the call
 */
export async function mayRepeat(error: unknown, sent: string | null): Promise<boolean> {
  followRetries();
  if (isApiError(error, 'RECENT_PROOF_REQUIRED')) return requestProof();
  if (!isUnauthenticated(error)) return false;
  if (await isReplaced(sent)) return true;
  if (sent === null) return false;
  await verifySession();
  return isReplaced(sent);
}

/**
 * Shows a toast for a lost connection or a rejected call, deduplicated by message. Screens show all other errors, and
 * the end of a session.
 */
export async function notifyFailure(error: unknown): Promise<void> {
  const isShownHere = error instanceof TypeError || isUnauthenticated(error);
  if (!isShownHere || hasEnded()) return;
  const { toast } = await import('sonner');
  const sentence = errorMessage(error);
  toast.error(sentence, { id: sentence });
  await dropRejectedSession(error);
}

/** Ends the session in this browser when the server rejects a call as unauthenticated. */
export async function dropRejectedSession(error: unknown): Promise<void> {
  if (isUnauthenticated(error)) await verifySession();
}
