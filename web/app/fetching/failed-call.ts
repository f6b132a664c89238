/** What follows a failed call: repeating it, a toast, or the end of the session. Loaded on the first failure. */
import { errorMessage } from '../messages.ts';
import { askForProof } from '../session/recent-proof.ts';
import { dropLostSession, isReplaced } from '../session/renewal.ts';
import { isApiError, isUnauthenticated } from './is-api-error.ts';

/**
 * @param sent access token of the failed call
 * @returns whether the call needed a recent proof, which the person then gave, or left with a token that was replaced on its way
 */
export async function mayRepeat(error: unknown, sent: string | null): Promise<boolean> {
  if (isApiError(error, 'RECENT_PROOF_REQUIRED')) return askForProof();
  return isUnauthenticated(error) && (await isReplaced(sent));
}

/** Shows a toast for a lost connection or an ended session, deduplicated by message. Screens show all other errors. */
export async function notifyFailure(error: unknown): Promise<void> {
  const isShownHere = error instanceof TypeError || isUnauthenticated(error);
  if (!isShownHere) return;
  const { toast } = await import('sonner');
  const sentence = errorMessage(error);
  toast.error(sentence, { id: sentence });
  await dropRejectedSession(error);
}

/** Ends the session in this browser when the server rejects a call as unauthenticated. */
export async function dropRejectedSession(error: unknown): Promise<void> {
  if (isUnauthenticated(error)) await dropLostSession();
}
