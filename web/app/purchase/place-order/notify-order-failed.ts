import { toast } from 'sonner';
import { errorMessage } from '../../messages.ts';
import { hasEnded } from '../../session/session.ts';

/** Shows why the order failed. */
export function notifyOrderFailed(title: string, error: unknown): void {
  // The screen asks for a sign-in.
  if (!hasEnded()) toast.error(title, { description: errorMessage(error) });
}
