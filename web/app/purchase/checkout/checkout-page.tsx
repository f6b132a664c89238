import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { data, useSearchParams } from 'react-router';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { TermsBeforeOrder } from '../../accounts/terms/terms-notice.tsx';
import { SignedInOnly } from '../../session/signed-in-only.tsx';
import { type SessionState, useSession } from '../../session/session.ts';
import { queries } from '../../api.ts';
import { useCartItems } from '../../cart/cart-store.ts';
import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { prefetchEntityOnServer } from '../../fetching/prefetch-on-server.ts';
import { RifaNotFound } from '../../rifa-display/rifa-loading.tsx';
import type { Ineligibility, IneligibilityOfRifa } from '../../orders/eligibility/eligibility-messages.ts';
import { NotEligibleNotice } from '../../orders/eligibility/not-eligible-notice.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';
import { AcceptRegulations, useRegulations } from './accept-regulations.tsx';
import { CustomerForm, useCustomerForm } from './customer/customer-form.tsx';
import { FirstPayButton, PayButtons } from './customer/pay-buttons.tsx';
import { PayBar } from './pay-bar.tsx';
import { OwnLimitNote, useOwnLimit } from './own-limit-note.tsx';
import { CartSummary } from './cart-summary.tsx';
import { RifaCheckout } from './rifa-checkout.tsx';
import { TestedPhrase } from './tested-phrase.tsx';
import { useRootData } from '../../document/root-data.ts';
import { useHasPaymentPage } from '../../document/site-facts.ts';
import { useOpenOrders } from '../open-order/use-open-orders.ts';
import { LiveOrder } from '../pay/live-order.tsx';
import { useParticipation } from './use-participation.ts';
import { usePayment } from '../place-order/use-cart-order.ts';
import { changesSinceAdded } from '../quote/quote-changes.tsx';
import { type PriceWithCoupon, quotedItems, useQuote } from '../quote/use-quote.ts';
import type { Route } from './+types/checkout-page.ts';
import { OfflineNote } from '../place-order/offline-note.tsx';
import { BusyNote } from '../place-order/busy-note.tsx';
import { PersonConflictNote } from '../place-order/person-conflict.tsx';

export const meta = pageMeta({
  title: 'Finalizar Compra',
  description: 'Confira o pedido e pague por Pix.',
  index: false,
});

const rifaOf = (request: Request) => new URL(request.url).searchParams.get('rifa');

/** Responds with 404 if `?rifa=` is not a rifa. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const id = rifaOf(request);
  if (id === null) return data({ missing: false });
  const rifa = await prefetchEntityOnServer(context, (api) => [
    api.rifas.find.queryOptions({ input: { id } }),
  ]);
  const missing = rifa.data.found === null;
  return data({ missing }, missing ? 404 : 200);
}

export function clientLoader() {
  return { missing: false };
}

/** Checkout of the cart or, with `?rifa=`, of one rifa. */
export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const rifaId = parameters.get('rifa');
  if (rifaId !== null && (loaderData?.missing || rifaId === '')) return <RifaNotFound />;
  if (rifaId !== null) return <RifaCheckout key={rifaId} rifaId={rifaId} />;
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <SignedInOnly>
        {/* Another order, or none, starts with a new form. */}
        <Checkout key={parameters.get('pedido')} />
      </SignedInOnly>
    </main>
  );
}

function Checkout() {
  const session = useSession();
  const items = useCartItems();
  const profile = useQuery(queries.accounts.me.queryOptions());
  const price = useQuote(quotedItems(items));
  const regulations = useRegulations(items.map(({ rifaId }) => rifaId));
  const payment = usePayment(items, price, regulations.accepted);

  const { orders, isPending: isLooking, retry: lookAgain } = useOpenOrders();
  const [parameters] = useSearchParams();
  const isEmpty = items.length === 0 && !payment.isSuccess;
  // With an empty cart, shows the pending order: after Back, from another tab or device.
  const reference = parameters.get('pedido') ?? (isEmpty ? orders[0]?.externalReference : undefined);
  if (reference) return <LiveOrder externalReference={reference} />;
  if (isEmpty && isLooking) return <Spinner className="min-h-[60svh]" />;
  if (isEmpty && lookAgain)
    return (
      <ErrorState level={1} title="Não foi possível carregar seus pedidos." onRetry={lookAgain}>
        Se você tem um Pix esperando, ele aparece aqui.
      </ErrorState>
    );
  if (isEmpty)
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
  if (profile.isError && !profile.data)
    return (
      <ErrorState level={1} title="Não foi possível carregar seus dados." onRetry={() => profile.refetch()} />
    );
  if (profile.isPending || session.status !== 'signed-in') return <Spinner className="min-h-[60svh]" />;
  return (
    <>
      <h1 className="mb-6 text-3xl">Finalizar Compra</h1>
      <PayForItems
        buyer={session}
        items={payment.bought?.cart ?? items}
        price={
          payment.bought
            ? { ...price, quote: payment.bought.quote, rejectionText: null, rejection: null }
            : price
        }
        profile={profile.data}
        regulations={regulations}
        payment={payment}
      />
    </>
  );
}

type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

/** Reasons that concern one rifa of the cart; the others concern the buyer. */
const REASONS_OF_ONE_RIFA = new Set<Ineligibility['reason']>([
  'other_city',
  'not_on_sale',
  'vip_only',
  'vip_first',
  'excluded',
]);

/** The title of the rifa that the buyer may not buy, if the cart has others. */
function titleAmong(items: readonly CartItem[], { rifaId, reason }: IneligibilityOfRifa): string | undefined {
  const isOnly = items.every((item) => item.rifaId === rifaId);
  if (isOnly || !REASONS_OF_ONE_RIFA.has(reason)) return undefined;
  return items.find((item) => item.rifaId === rifaId)?.rifaTitle;
}

interface PayForItemsProps {
  buyer: SignedIn;
  items: CartItem[];
  price: PriceWithCoupon;
  profile: Profile | undefined;
  regulations: ReturnType<typeof useRegulations>;
  payment: ReturnType<typeof usePayment>;
}

/** Customer form, order summary and pay button. */
function PayForItems({ buyer, items, price, profile, regulations, payment }: PayForItemsProps) {
  const knownIneligibility = useParticipation(items.map(({ rifaId }) => rifaId));
  const ineligibility = payment.ineligibility ?? knownIneligibility;
  const form = useCustomerForm(profile, buyer);
  const ownLimit = useOwnLimit(price.quote?.totalCentavos ?? 0);
  const { reset } = payment;
  const rejected = payment.ineligibility ?? payment.conflict;
  useEffect(
    () =>
      // Another city, birth date or CPF may make the buyer eligible.
      rejected ? form.subscribe({ formState: { values: true }, callback: () => reset() }) : undefined,
    [form, rejected, reset],
  );
  const hasPaymentPage = useHasPaymentPage();
  const pixOnPage = useRootData()?.site.features.pixOnPage ?? true;
  const isPaying = payment.isPending || payment.isSuccess;
  const isQuoted = price.quote !== undefined && changesSinceAdded(items, price.quote).length === 0;
  // The price's own message names the rifa and the reason.
  const isNamed = ineligibility?.reason === 'not_on_sale' && price.rejectionText !== null;
  const isAllowed = regulations.complete && !ownLimit && !ineligibility;
  const pay = {
    form,
    hasPaymentPage,
    pixOnPage: pixOnPage || !hasPaymentPage,
    ready: isAllowed && isQuoted,
    paying: isPaying ? (payment.bought?.method ?? 'pix') : null,
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
      <CustomerForm form={form} profile={profile} onSubmit={payment.pay} />
      <CartSummary items={items} price={price} hasFailed={payment.isError}>
        <AcceptRegulations {...regulations} />
        <BusyNote waiting={payment.isBusy} />
        <OwnLimitNote sentence={ownLimit} ineligibility={ineligibility?.reason} />
        {ineligibility && !isNamed && (
          <NotEligibleNotice participation={ineligibility} rifaTitle={titleAmong(items, ineligibility)} />
        )}
        <TestedPhrase place="checkout-call" />
        <PersonConflictNote conflict={payment.conflict} />
        <TermsBeforeOrder />
        <OfflineNote className="max-lg:hidden" />
        <PayButtons {...pay} />
      </CartSummary>
      <PayBar
        totalCentavos={price.quote?.totalCentavos}
        isBlocked={!isAllowed || price.rejectionText !== null || (price.quote !== undefined && !isQuoted)}
      >
        <FirstPayButton {...pay} />
      </PayBar>
    </div>
  );
}
