import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { AFTER_ORDER_MS } from '@mare/domain/timings.ts';
import { useSession } from '../../session/session.ts';
import type { StatedResidence } from '../../accounts/profile/residence.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { participationSentence } from '../../orders/eligibility/eligibility-messages.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';
import { keepChoice } from '../choose/choice-draft.ts';
import { notEligible } from '../../orders/eligibility/not-eligible.ts';
import { concludePress, requestPayment } from './request-payment.ts';
import { tellFailedPress } from './notify-order-failed.ts';
import { waitInLine } from './retry-when-busy.ts';

/**
 * Orders cotas of one rifa, then navigates to the order's page with the Pix code.
 * @param chooseQuantity called when the buyer accepts the remaining cotas
 */
export function usePurchase(rifa: RifaDetail, chooseQuantity: (quantity: number) => void) {
  const session = useSession();
  const profile = useQuery(queries.accounts.me.queryOptions());
  const navigate = useNavigate();
  const cache = useQueryClient();
  const email = profile.data?.email ?? (session.status === 'signed-in' ? session.email : '');
  const name = profile.data?.name?.trim() || email;
  const order = useMutation({
    ...waitInLine,
    mutationFn: ({
      choice,
      residence,
      coupon,
      acceptedRegulations,
    }: {
      choice: NumberChoice;
      residence: StatedResidence;
      coupon: string | undefined;
      /** Hashes of the accepted regulations. */
      acceptedRegulations: string[];
      /** As quoted. */
      totalCentavos: number;
    }) => {
      const line = {
        rifaId: rifa.id,
        rifaTitle: rifa.title,
        rifaPriceCentavos: rifa.priceCentavos,
        quantity: choice.quantity,
        selectedNumbers: choice.numbers,
        tier: choice.tier?.key ?? null,
        chosen: choice.picked,
      };
      return requestPayment({
        lines: [line],
        customerInfo: { name, email, ...residence },
        coupon,
        acceptedRegulations,
      });
    },
    onSuccess: ({ external_reference: reference }, { totalCentavos }) => {
      concludePress(totalCentavos, reference);
      keepChoice(rifa.id, null);
      toast.success('Pedido criado!', { description: 'Redirecionando para pagamento...' });
      setTimeout(() => void navigate(links.order(reference)), AFTER_ORDER_MS);
    },
    onError: (error) => {
      const whyNot = notEligible(error);
      if (whyNot) toast.error('Não é possível participar', { description: participationSentence(whyNot) });
      else
        tellFailedPress('Não foi possível processar o pedido.', error, (_, remaining) =>
          chooseQuantity(remaining),
        );
    },
    // The server has stored the residence, which affects eligibility.
    onSettled: () =>
      Promise.all(
        [queries.accounts.me.key(), queries.rifas.participation.key()].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return {
    profile: profile.data,
    profilePending: profile.isPending,
    /** True until the order's page opens. */
    processing: order.isPending || order.isSuccess || profile.isPending,
    isInLine: order.isPending && order.failureCount > 0,
    pay: order.mutate,
  };
}
