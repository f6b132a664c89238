import { toast } from 'sonner';
import { errorMessage } from '../../messages.ts';
import { hasEnded } from '../../session/session.ts';
import { remainingCotasOffer } from './remaining-cotas-offer.ts';

/** Shows why the order failed. The toast stays open if it offers the remaining cotas. */
export function notifyOrderFailed(
  title: string,
  error: unknown,
  takeRemaining?: (rifaId: string, remaining: number) => void,
): void {
  // The screen asks for a sign-in.
  if (hasEnded()) return;
  const action = takeRemaining && remainingCotasOffer(error, takeRemaining);
  toast.error(title, {
    description: errorMessage(error),
    ...(action && { action, duration: Infinity }),
  });
}
