import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { Quote } from '@mare/contract/checkout/checkout.ts';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { AFTER_ORDER_MS } from '@mare/domain/timings.ts';
import { useSession } from '../../session/session.ts';
import type { GroupOfPayment } from '@mare/contract/orders/group-purchases.ts';
import type { CustomerInfo } from '@mare/contract/checkout/checkout.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { links } from '../../links.ts';
import { ineligibilityMessage } from '../../orders/eligibility/eligibility-messages.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';
import { saveChoice } from '../choose/choice-draft.ts';
import { deleteExpressDrafts } from '../express/express-draft.ts';
import { readIneligibility } from '../../orders/eligibility/read-ineligibility.ts';
import { readFoundOrder } from './closed-order.ts';
import { finishOrder, requestPayment } from './request-payment.ts';
import { dismissOrderFailed, notifyOrderFailed, notifyOrderFound } from './notify-order-failed.ts';
import { readPersonConflict } from './person-conflict.tsx';
import { OPEN_ORDER_TITLE, readOpenOrder } from './read-open-order.ts';
import { retryWhenBusy } from './retry-when-busy.ts';
import { notifyUncharged, readUnchargedOrder } from './uncharged-order.ts';

/** @param groupToken of an order that is a part of a group purchase */
export type OnOrdered = (externalReference: string, groupToken?: string) => void;

/**
 * Orders cotas of one rifa, then navigates to the order's page with the Pix code.
 * @param onOrdered called with the order's reference instead of navigating
 */
export function usePurchase(rifa: RifaDetail, onOrdered?: OnOrdered) {
  const session = useSession();
  const profile = useQuery(queries.accounts.me.queryOptions());
  const navigate = useNavigate();
  const cache = useQueryClient();
  const email = profile.data?.email ?? (session.status === 'signed-in' ? session.email : '');
  const name = profile.data?.name?.trim() || email;
  const forgetChoice = (reference: string) => {
    finishOrder(reference);
    saveChoice(rifa.id, null);
    deleteExpressDrafts();
  };
  const order = useMutation({
    ...retryWhenBusy,
    onMutate: dismissOrderFailed,
    mutationFn: ({
      choice,
      stated,
      coupon,
      acceptedRegulations,
      quote,
      group,
    }: {
      choice: NumberChoice;
      /** Action of the order on a group purchase. */
      group?: GroupOfPayment | undefined;
      /** Fields missing from the profile. */
      stated: Pick<CustomerInfo, 'birthDate' | 'city' | 'state' | 'cpf'>;
      coupon: string | undefined;
      /** Hashes of the accepted regulations. */
      acceptedRegulations: string[];
      quote: Quote;
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
        customerInfo: { name, email, ...stated },
        coupon,
        acceptedRegulations,
        group,
        quote: quote.token,
        origin: 'rifa',
        method: 'pix',
      });
    },
    onSuccess: ({ external_reference: reference, group_token: groupToken }) => {
      forgetChoice(reference);
      if (onOrdered) {
        onOrdered(reference, groupToken);
        return;
      }
      toast.success('Pedido criado!', { description: 'Redirecionando para pagamento...' });
      setTimeout(() => void navigate(links.order(reference)), AFTER_ORDER_MS);
    },
    onError: (error) => {
      const open = readOpenOrder(error);
      const uncharged = readUnchargedOrder(error);
      const ineligibility = readIneligibility(error);
      const found = readFoundOrder(error);
      if (found) {
        if (found.status === 'paid') forgetChoice(found.externalReference);
        notifyOrderFound(error);
        if (onOrdered) onOrdered(found.externalReference);
        else void navigate(links.order(found.externalReference));
      } else if (uncharged) {
        forgetChoice(uncharged);
        notifyUncharged();
        if (onOrdered) onOrdered(uncharged);
        else void navigate(links.order(uncharged));
      } else if (open) {
        toast.info(OPEN_ORDER_TITLE, { description: errorMessage(error) });
        void navigate(links.order(open));
      } else if (ineligibility)
        toast.error('Não é possível participar', { description: ineligibilityMessage(ineligibility) });
      // A conflict is shown next to the button.
      else if (!readPersonConflict(error)) notifyOrderFailed('Não foi possível processar o pedido.', error);
    },
    // The server has stored the residence, which affects eligibility.
    onSettled: (_, error) =>
      Promise.all(
        [
          queries.accounts.me.key(),
          queries.orders.open.key(),
          queries.orders.group.key(),
          queries.rifas.participation.key(),
          // After an order, another quote would reject the coupon that it used.
          ...(error ? [queries.checkout.quote.key()] : []),
          // A rejected order may have been shown with an outdated price or plan.
          queries.rifas.find.key(),
          queries.rifas.tiers.key(),
        ].map((queryKey) => cache.invalidateQueries({ queryKey })),
      ),
  });
  return {
    profile: profile.data,
    account: profile,
    /** True until the order's page opens. */
    processing: order.isPending || order.isSuccess || profile.isPending,
    isOrdering: order.isPending || order.isSuccess,
    isBusy: order.isPending && order.failureCount > 0,
    conflict: readPersonConflict(order.error),
    pay: order.mutate,
  };
}
