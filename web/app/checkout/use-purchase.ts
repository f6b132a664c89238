import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { RifaDetail } from '@mare/contract/rifas.ts';
import { useSession } from '../accounts/session.ts';
import { queries } from '../api.ts';
import { links } from '../links.ts';
import { sentenceFor } from '../messages.ts';
import type { NumberChoice } from '../rifas/use-number-choice.ts';
import { forgetIdempotencyKey, idempotencyKeyFor } from './payment-click.ts';
import { restOffer } from './rest-offer.ts';

/** Spec: community, section 9. */
const ORDER_PAGE_AFTER_MS = 2000;

/**
 * Makes an order of one rifa's cotas, and goes to its page, where the Pix code is.
 * @param chooseQuantity for a buyer who takes what is left instead
 */
export function usePurchase(rifa: RifaDetail, chooseQuantity: (quantity: number) => void) {
  const session = useSession();
  const profile = useQuery(queries.accounts.me.queryOptions());
  const navigate = useNavigate();
  const email = profile.data?.email ?? (session.status === 'signed-in' ? session.email : '');
  const name = profile.data?.name?.trim() || email;
  const order = useMutation({
    mutationFn: ({ quantity, tier, numbers }: NumberChoice) => {
      const item = { rifaId: rifa.id, quantity, tier: tier?.key ?? null, selectedNumbers: numbers };
      return queries.checkout.startPayment.call({
        headers: { 'idempotency-key': idempotencyKeyFor([item]) },
        body: {
          items: [
            {
              title: rifa.title,
              quantity,
              price: rifa.priceCentavos / 100,
              selected_numbers: numbers,
              rifaId: rifa.id,
              tier: item.tier,
            },
          ],
          customerInfo: { name, email },
          rifaId: rifa.id,
        },
      });
    },
    onSuccess: ({ external_reference: reference }) => {
      forgetIdempotencyKey();
      toast.success('Pedido criado!', { description: 'Redirecionando para pagamento...' });
      setTimeout(() => void navigate(links.order(reference)), ORDER_PAGE_AFTER_MS);
    },
    onError: (error) =>
      toast.error('Não foi possível processar o pedido.', {
        description: sentenceFor(error),
        action: restOffer(error, (_, remaining) => chooseQuantity(remaining)),
      }),
  });
  return {
    /** Until the order's page opens. */
    processing: order.isPending || order.isSuccess || profile.isPending,
    pay: order.mutate,
  };
}
