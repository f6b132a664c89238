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
import { readFoundOrder } from './closed-order.ts';
import { finishOrder, requestPayment } from './request-payment.ts';
import { dismissOrderFailed, notifyOrderFailed, notifyOrderFound } from './notify-order-failed.ts';
import type { PriceWithCoupon } from '../quote/use-quote.ts';
import { readPersonConflict } from './person-conflict.tsx';
import { OPEN_ORDER_TITLE, readOpenOrder } from './read-open-order.ts';
import { openWaitingTab } from '../pay/hosted-payment.ts';
import { retryWhenBusy } from './retry-when-busy.ts';
import { notifyUncharged, readUnchargedOrder } from './uncharged-order.ts';

/** `pix`: the code on this page. `hosted`: the provider's page, in a new tab. */
export type PayMethod = 'pix' | 'hosted';

interface Payment {
  customer: Customer;
  cart: CartItem[];
  quote: Quote;
  method: PayMethod;
  /** Tab of the provider's page. The click opens it: browsers block a popup after an await. */
  tab: Window | null;
}

/** Orders the cart and leads to its payment. If the tab of a hosted payment is blocked, the next page shows the link. */
export function usePayment(
  items: CartItem[],
  { validCoupon: coupon, quote: shown }: PriceWithCoupon,
  acceptedRegulations: string[],
) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const forgetCart = (reference: string) => {
    finishOrder(reference);
    cartStore.clear();
    deleteDraft();
    void cache.invalidateQueries({ queryKey: queries.accounts.me.key() });
    void cache.invalidateQueries({ queryKey: queries.orders.open.key() });
  };
  const mutation = useMutation({
    ...retryWhenBusy,
    onMutate: dismissOrderFailed,
    mutationFn: async ({ customer, tab, cart, quote, method }: Payment) => {
      const result = await requestPayment({
        lines: cart,
        customerInfo: customer,
        coupon,
        quote: quote.token,
        origin: 'cart',
        method,
        acceptedRegulations,
      });
      const paymentUrl = result.sandbox_init_point ?? result.init_point;
      if (!paymentUrl) throw new Error('URL de pagamento não recebida');
      return { result, tab, paymentUrl };
    },
    onSuccess: ({ result, tab, paymentUrl }, { method }) => {
      if (tab) tab.location.href = paymentUrl;
      forgetCart(result.external_reference);
      const changed = result.items.reduce((sum, line) => sum + line.changed.length, 0);
      if (changed > 0)
        toast.info(changed === 1 ? 'Um número foi trocado' : `${changed} números foram trocados`, {
          description:
            'Outra pessoa comprou antes. Escolhemos outros ao acaso no lugar; veja todos no pedido.',
        });
      if (method === 'pix') void navigate(links.checkoutOrder(result.external_reference), { replace: true });
      else
        setTimeout(
          () => void navigate(links.paymentPending(result.external_reference)),
          AFTER_PAYMENT_LINK_MS,
        );
    },
    onError: (error, { tab }) => {
      tab?.close();
      // A new quote shows the changes.
      void cache.invalidateQueries({ queryKey: queries.checkout.quote.key() });
      const open = readOpenOrder(error);
      const uncharged = readUnchargedOrder(error);
      if (uncharged) {
        forgetCart(uncharged);
        notifyUncharged();
        void navigate(links.order(uncharged), { replace: true });
        return;
      }
      const found = readFoundOrder(error);
      if (found) {
        if (found.status === 'paid') forgetCart(found.externalReference);
        notifyOrderFound(error);
        void navigate(links.order(found.externalReference));
        return;
      }
      if (open) {
        toast.info(OPEN_ORDER_TITLE, { description: errorMessage(error) });
        void navigate(links.order(open));
        return;
      }
      // These errors are shown next to the button.
      if (readIneligibility(error) || readPersonConflict(error)) return;
      notifyOrderFailed('Erro ao processar pagamento. Tente novamente.', error);
    },
  });
  return {
    isPending: mutation.isPending,
    isBusy: mutation.isPending && mutation.failureCount > 0,
    isSuccess: mutation.isSuccess,
    isError: mutation.isError,
    ineligibility: readIneligibility(mutation.error),
    conflict: readPersonConflict(mutation.error),
    /** Lines and quote being paid; the cart is empty after success. */
    bought: mutation.isPending || mutation.isSuccess ? mutation.variables : undefined,
    reset: mutation.reset,
    pay: (customer: Customer, method: PayMethod) => {
      if (!shown) return;
      const tab = method === 'hosted' ? openWaitingTab() : null;
      mutation.mutate({ customer, tab, cart: items, quote: shown, method });
    },
  };
}
