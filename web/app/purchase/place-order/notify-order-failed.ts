import { toast } from 'sonner';
import { errorMessage } from '../../messages.ts';
import { restOffer } from './remaining-cotas-offer.ts';

/** Why a press of the pay button came to nothing. An offer to take what is left waits for an answer. */
export function tellFailedPress(
  title: string,
  error: unknown,
  takeRest: (rifaId: string, remaining: number) => void,
): void {
  const action = restOffer(error, takeRest);
  toast.error(title, {
    description: errorMessage(error),
    ...(action && { action, duration: Infinity }),
  });
}
