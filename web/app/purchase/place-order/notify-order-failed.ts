import { toast } from 'sonner';
import { errorMessage } from '../../messages.ts';
import { restOffer } from './remaining-cotas-offer.ts';

/** Shows why the order failed. The toast stays open if it offers the remaining cotas. */
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
