import { ORPCError } from '@orpc/client';
import { toast } from 'sonner';
import { isRefusal, sentenceFor } from '../messages.ts';
import { participationSentence, type WhyNot } from '../rifas/participation-sentence.ts';

/** Why the buyer may not take part, when that is what an order was refused for. */
export function notEligible(error: unknown): (WhyNot & { title: string }) | null {
  if (!isRefusal(error, 'NOT_ELIGIBLE') || !(error instanceof ORPCError)) return null;
  return error.data as WhyNot & { title: string };
}

/** @param headline what is said of any failure but this one */
export function tellRefusedOrder(error: unknown, headline: string): void {
  const whyNot = notEligible(error);
  if (whyNot) toast.error('Não é possível participar', { description: participationSentence(whyNot) });
  else toast.error(headline, { description: sentenceFor(error) });
}
