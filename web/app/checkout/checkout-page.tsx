import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { AFTER_PAYMENT_LINK_MS } from '@mare/domain/pacing.ts';
import { SignedInOnly } from '../accounts/guards.tsx';
import { useSession } from '../accounts/session.ts';
import { queries } from '../api.ts';
import { cartStore, useCartItems } from '../cart/cart-store.ts';
import { links } from '../links.ts';
import { pageMeta } from '../page-meta.ts';
import { sentenceFor } from '../messages.ts';
import { NotAllowed } from '../rifas/detail/not-allowed.tsx';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, Spinner } from '../ui/states.tsx';
import { type Customer, CustomerForm } from './customer-form.tsx';
import { showPhone } from './customer-fields.ts';
import { OrderSummary } from './order-summary.tsx';
import { PurchaseScreen } from './purchase-screen.tsx';
import { AcceptRegulations, useRegulations } from './accept-regulations.tsx';
import { notEligible } from './not-eligible.ts';
import { forgetIdempotencyKey, idempotencyKeyFor } from './payment-click.ts';
import { recordConversion } from '../experiments/use-variant.ts';
import { rememberCoupon } from './coupon-storage.ts';
import { type PriceWithCoupon, useQuote } from './use-quote.ts';
import { restOffer } from './rest-offer.ts';
import { waitInLine } from './waiting-line.ts';
import { WaitingLineNote } from './waiting-line-note.tsx';

export const meta = pageMeta({
  title: 'Finalizar Compra',
  description: 'Confira o pedido e pague por Pix.',
  index: false,
});

/** The cart's checkout, or with `?rifa=` the purchase of cotas of one rifa. */
export default function CheckoutPage() {
  const [parameters] = useSearchParams();
  const rifaId = parameters.get('rifa');
  if (rifaId !== null) return <PurchaseScreen key={rifaId} rifaId={rifaId} />;
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <SignedInOnly>
        <Checkout />
      </SignedInOnly>
    </main>
  );
}

function Checkout() {
  const items = useCartItems();
  const session = useSession();
  const profile = useQuery(queries.accounts.me.queryOptions());
  const price = useQuote(
    items.map(({ rifaId, quantity, rifaPriceCentavos: priceCentavos, tier }) => ({
      rifaId,
      quantity,
      priceCentavos,
      tier,
    })),
  );
  const regulations = useRegulations(items.map(({ rifaId }) => rifaId));
  const payment = usePayment(items, price, regulations.accepted);

  if (items.length === 0 && !payment.isSuccess)
    return (
      <EmptyState
        icon="cart"
        title="Carrinho vazio"
        level={1}
        action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
      >
        Escolha uma rifa para participar.
      </EmptyState>
    );
  if (profile.isPending) return <Spinner className="min-h-[60svh]" />;
  const known = {
    name: profile.data?.name ?? '',
    email: profile.data?.email ?? (session.status === 'signed-in' ? session.email : ''),
    phone: showPhone(profile.data?.phone ?? ''),
  };
  const processing = payment.isPending || payment.isSuccess;
  return (
    <>
      <h1 className="mb-6 text-3xl">Finalizar Compra</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <CustomerForm
          known={known}
          profile={profile.data}
          refusal={
            <>
              <AcceptRegulations {...regulations} />
              <WaitingLineNote waiting={payment.isInLine} />
              {payment.whyNot && <NotAllowed participation={payment.whyNot} />}
            </>
          }
          ready={regulations.complete}
          processing={processing}
          onSubmit={payment.pay}
        />
        <OrderSummary items={payment.bought ?? items} price={price} />
      </div>
    </>
  );
}

/**
 * Paying opens the provider's page in a new tab. The tab is opened by the click itself, because a browser refuses one
 * that comes after waiting; the page that follows shows the link to whoever has it blocked anyway.
 */
function usePayment(
  items: CartItem[],
  { validCoupon: coupon, quote }: PriceWithCoupon,
  acceptedRegulations: string[],
) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const mutation = useMutation({
    ...waitInLine,
    mutationFn: async ({
      customer,
      tab,
      cart,
    }: {
      customer: Customer;
      tab: Window | null;
      cart: CartItem[];
    }) => {
      const answer = await queries.checkout.startPayment.call({
        headers: { 'idempotency-key': idempotencyKeyFor(cart, coupon) },
        body: {
          items: cart.map((item) => ({
            title: item.rifaTitle,
            quantity: item.quantity,
            price: item.rifaPriceCentavos / 100,
            selected_numbers: item.selectedNumbers,
            rifaId: item.rifaId,
            tier: item.tier,
            ...(item.chosen && { chosen: true }),
          })),
          customerInfo: customer,
          rifaId: cart[0]?.rifaId,
          coupon,
          acceptedRegulations,
        },
      });
      const paymentUrl = answer.sandbox_init_point ?? answer.init_point;
      if (!paymentUrl) throw new Error('URL de pagamento não recebida');
      return { answer, tab, paymentUrl };
    },
    onSuccess: ({ answer, tab, paymentUrl }) => {
      if (tab) tab.location.href = paymentUrl;
      forgetIdempotencyKey();
      rememberCoupon('');
      recordConversion(quote?.totalCentavos ?? 0, answer.external_reference);
      cartStore.clear();
      void cache.invalidateQueries({ queryKey: queries.accounts.me.key() });
      const changed = answer.items.reduce((sum, line) => sum + line.changed.length, 0);
      if (changed > 0)
        toast.info(changed === 1 ? 'Um número foi trocado' : `${changed} números foram trocados`, {
          description: 'Alguém comprou antes. Sorteamos outros no lugar; veja todos no pedido.',
        });
      setTimeout(() => void navigate(links.paymentPending(answer.external_reference)), AFTER_PAYMENT_LINK_MS);
    },
    onError: (error, { tab }) => {
      tab?.close();
      // Who may not take part reads why beside the button.
      if (notEligible(error)) return;
      const action = restOffer(error, (rifaId, remaining) => {
        const [line, ...more] = items.filter((item) => item.rifaId === rifaId);
        if (!line) return;
        for (const { id } of more) cartStore.remove(id);
        cartStore.changeQuantity(line.id, remaining, []);
      });
      toast.error('Erro ao processar pagamento. Tente novamente.', {
        description: sentenceFor(error),
        // An offer waits for an answer.
        ...(action && { action, duration: Infinity }),
      });
    },
  });
  return {
    isPending: mutation.isPending,
    isInLine: mutation.isPending && mutation.failureCount > 0,
    isSuccess: mutation.isSuccess,
    whyNot: notEligible(mutation.error),
    /** The lines that were paid for: the cart itself is empty by then. */
    bought: mutation.variables?.cart,
    pay: (customer: Customer) => mutation.mutate({ customer, tab: openWaitingTab(), cart: items }),
  };
}

/** @returns null where the browser opens none */
function openWaitingTab(): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (tab) {
    tab.document.title = 'Abrindo o pagamento';
    tab.document.body.textContent =
      'Abrindo o pagamento. Com muita gente comprando, pode levar alguns instantes.';
  }
  return tab;
}
