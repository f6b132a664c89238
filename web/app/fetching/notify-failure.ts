/** Site-wide toasts for failed calls. */
import { errorMessage } from '../messages.ts';
import { isUnauthenticated } from './is-api-error.ts';

/** Shows a toast for a lost connection or an ended session, deduplicated by message. Screens show all other errors. */
export async function notifyFailure(error: unknown): Promise<void> {
  const isShownHere = error instanceof TypeError || isUnauthenticated(error);
  if (!isShownHere) return;
  const { toast } = await import('sonner');
  const sentence = errorMessage(error);
  toast.error(sentence, { id: sentence });
  if (error instanceof TypeError) return;
  const { dropLostSession } = await import('../session/lost-session.ts');
  await dropLostSession();
}
