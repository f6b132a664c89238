/** The site-wide word about calls that failed: those that no screen can explain better. */
import { sentenceFor } from '../messages.ts';
import { isUnknownCaller } from './is-api-error.ts';

/** A lost connection and an ended session are told once, wherever they are met; the rest is the screen's to tell. */
export async function tellFailure(error: unknown): Promise<void> {
  const worthTelling = error instanceof TypeError || isUnknownCaller(error);
  if (!worthTelling) return;
  const { toast } = await import('sonner');
  const sentence = sentenceFor(error);
  toast.error(sentence, { id: sentence });
  if (error instanceof TypeError) return;
  const { dropLostSession } = await import('../session/lost-session.ts');
  await dropLostSession();
}
