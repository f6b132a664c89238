import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { Quote } from '@mare/contract/checkout/checkout.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { AFTER_PAYMENT_LINK_MS } from '@mare/domain/timings.ts';
import { queries } from '../../api.ts';
import { cartStore } from '../../cart/cart-store.ts';
import { errorMessage } from '../../messages.ts';
import { links } from '../../links.ts';
import { deleteDraft } from '../checkout/customer/customer-draft.ts';
import type { Customer } from '../checkout/customer/customer.ts';
import { readIneligibility } from '../../orders/eligibility/read-ineligibility.ts';
import { finishOrder, requestPayment } from './request-payment.ts';
import { notifyOrderFailed } from './notify-order-failed.ts';
import type { PriceWithCoupon } from '../quote/use-quote.ts';
import { OPEN_ORDER_TITLE, readOpenOrder } from './read-open-order.ts';
import { retryWhenBusy } from './retry-when-busy.ts';

/**
 * Pays in a new tab with the provider's page. The click handler opens the tab synchronously, because browsers block a
 * popup after an await. If it is blocked anyway, the next page shows the link.
 */
export function usePayment(
  items: CartItem[],
  { validCoupon: coupon, quote: shown }: PriceWithCoupon,
  acceptedRegulations: string[],
) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const mutation = useMutation({
    ...retryWhenBusy,
    mutationFn: async ({
      customer,
      tab,
      cart,
      quote,
    }: {
      customer: Customer;
      tab: Window | null;
      cart: CartItem[];
      quote: Quote;
    }) => {
      const answer = await requestPayment({
        lines: cart,
        customerInfo: customer,
        coupon,
        quote: quote.token,
        origin: 'cart',
        acceptedRegulations,
      });
      const paymentUrl = answer.sandbox_init_point ?? answer.init_point;
      if (!paymentUrl) throw new Error('URL de pagamento não recebida');
      return { answer, tab, paymentUrl };
    },
    onSuccess: ({ answer, tab, paymentUrl }, { quote }) => {
      if (tab) tab.location.href = paymentUrl;
      finishOrder(quote.totalCentavos, answer.external_reference);
      cartStore.clear();
      deleteDraft();
      void cache.invalidateQueries({ queryKey: queries.accounts.me.key() });
      const changed = answer.items.reduce((sum, line) => sum + line.changed.length, 0);
      if (changed > 0)
        toast.info(changed === 1 ? 'Um número foi trocado' : `${changed} números foram trocados`, {
          description:
            'Outra pessoa comprou antes. Escolhemos outros ao acaso no lugar; veja todos no pedido.',
        });
      setTimeout(() => void navigate(links.paymentPending(answer.external_reference)), AFTER_PAYMENT_LINK_MS);
    },
    onError: (error, { tab }) => {
      tab?.close();
      // Whatever changed is shown by a new quote.
      void cache.invalidateQueries({ queryKey: queries.checkout.quote.key() });
      const open = readOpenOrder(error);
      if (open) {
        toast.info(OPEN_ORDER_TITLE, { description: errorMessage(error) });
        void navigate(links.order(open));
        return;
      }
      // The reason for ineligibility is shown beside the button.
      if (readIneligibility(error)) return;
      notifyOrderFailed('Erro ao processar pagamento. Tente novamente.', error, (rifaId, remaining) => {
        const [line, ...more] = items.filter((item) => item.rifaId === rifaId);
        if (!line) return;
        for (const { id } of more) cartStore.remove(id);
        cartStore.changeQuantity(line.id, remaining, []);
      });
    },
  });
  return {
    isPending: mutation.isPending,
    isBusy: mutation.isPending && mutation.failureCount > 0,
    isSuccess: mutation.isSuccess,
    ineligibility: readIneligibility(mutation.error),
    /** Lines and quote being paid; the cart is empty after success. */
    bought: mutation.isPending || mutation.isSuccess ? mutation.variables : undefined,
    reset: mutation.reset,
    pay: (customer: Customer) => {
      if (shown) mutation.mutate({ customer, tab: openWaitingTab(), cart: items, quote: shown });
    },
  };
}

/** @returns null if the browser blocks it */
function openWaitingTab(): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (tab) {
    tab.document.title = 'Abrindo o pagamento';
    tab.document.body.textContent =
      'Abrindo o pagamento. Com muita gente comprando, pode levar alguns instantes.';
  }
  return tab;
}
