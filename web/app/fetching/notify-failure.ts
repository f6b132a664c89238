/** The site-wide word about calls that failed: those that no screen can explain better. */
import { errorMessage } from '../messages.ts';
import { isUnauthenticated } from './is-api-error.ts';

/** A lost connection and an ended session are told once, wherever they are met; the rest is the screen's to tell. */
export async function notifyFailure(error: unknown): Promise<void> {
  const worthTelling = error instanceof TypeError || isUnauthenticated(error);
  if (!worthTelling) return;
  const { toast } = await import('sonner');
  const sentence = errorMessage(error);
  toast.error(sentence, { id: sentence });
  if (error instanceof TypeError) return;
  const { dropLostSession } = await import('../session/lost-session.ts');
  await dropLostSession();
}
