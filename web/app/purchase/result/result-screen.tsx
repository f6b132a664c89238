/** Layout of the three payment result screens. Their content depends on the order, never on the URL. */
import { useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import { type ReactNode, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { watchOrderEvery } from '@mare/domain/orders/watch-order.ts';
import { queries } from '../../api.ts';
import { isApiError } from '../../fetching/failures/is-api-error.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Icon, type IconName } from '../../ui/style/icons.tsx';
import { useBrowserValue } from '../../ui/use-browser-value.ts';

/** Order of the URL, polled every two seconds while a payment may still arrive. */
export function useOrderFromUrl() {
  const [search] = useSearchParams();
  const externalReference = validReference(search.get('external_reference'));
  const order = useQuery({
    ...queries.orders.page.queryOptions({ input: { externalReference: externalReference ?? '' } }),
    enabled: externalReference !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? watchOrderEvery(state.data, true) : false),
  });
  return {
    externalReference,
    order,
    paymentId: order.data ? order.data.paymentId : paymentId(search.get('payment_id')),
  };
}

/** Whether it is unknown what became of the order of the URL. */
export function isUnread({ data, error }: { data: OrderPage | undefined; error: unknown }): boolean {
  return data === undefined && error !== null && !isApiError(error, 'NOT_FOUND');
}

/** In place of a result that could not be read. */
export function UnreadOrder({ reference, onRetry }: { reference: string; onRetry: () => unknown }) {
  return (
    <main id="conteudo" className="shell">
      <ErrorState
        level={1}
        title="Não foi possível conferir o pagamento."
        onRetry={onRetry}
        action={
          <LinkButton to={links.order(reference)} variant="outline">
            Ver meu pedido
          </LinkButton>
        }
      >
        Se você já pagou, não pague de novo: o pagamento aparece aqui e no seu pedido.
      </ErrorState>
    </main>
  );
}

type Screen = 'approved' | 'pending' | 'rejected';

const screenUrls = {
  approved: links.paymentApproved,
  pending: links.paymentPending,
  rejected: links.paymentRejected,
};

/** Redirects to the screen that matches the order's status. */
export function useScreenRedirect(shown: Screen, order: OrderPage | undefined): void {
  const navigate = useNavigate();
  const target = order && screenOf(order);
  const reference = order?.externalReference;
  useEffect(() => {
    if (target && reference && target !== shown)
      void navigate(screenUrls[target](reference), { replace: true });
  }, [target, reference, shown, navigate]);
}

function screenOf({ status, paymentFailure }: OrderPage): Screen {
  if (status === 'paid') return 'approved';
  return status === 'pending' && paymentFailure === null ? 'pending' : 'rejected';
}

/** Validates the URL parameter; the provider sends the text `null` before a payment. */
function paymentId(text: string | null): string | null {
  return text && /^\d{1,30}$/.test(text) ? text : null;
}

function validReference(text: string | null): string | null {
  return text && /^[A-Za-z0-9_-]{16,64}$/.test(text) ? text : null;
}

/** Whether the checkout opened this tab. */
function hasOpener(): boolean {
  const opener = window.opener as Window | null;
  return opener !== null && !opener.closed;
}

interface ResultScreenProps {
  tone: 'success' | 'sun' | 'danger';
  icon: IconName;
  title: string;
  paymentId: string | null;
  children: ReactNode;
  action: ReactNode;
}

const tones = {
  success: 'bg-success-tint text-success',
  sun: 'bg-sun text-on-sun',
  danger: 'bg-danger-tint text-danger',
};

export function ResultScreen({ tone, icon, title, paymentId, children, action }: ResultScreenProps) {
  const fromOtherTab = useBrowserValue(hasOpener, false);
  return (
    <main id="conteudo" className="shell grid justify-items-center py-10 sm:py-16">
      <Card padded className="grid w-full max-w-lg justify-items-center gap-4 text-center">
        <span className={classNames('grid size-20 place-items-center rounded-full', tones[tone])}>
          <Icon name={icon} className="size-10" />
        </span>
        <h1 className="text-2xl">{title}</h1>
        <div className="grid gap-3 text-ink-soft">{children}</div>
        {paymentId && (
          <p className="text-sm text-ink-soft">
            Pagamento <span className="tabular font-semibold text-ink">{paymentId}</span>
          </p>
        )}
        <div className="mt-2 flex w-full flex-col gap-3 sm:flex-row sm:justify-center">{action}</div>
        {fromOtherTab && (
          <p className="text-sm text-ink-soft">
            A loja continua aberta na outra aba: se preferir, feche esta.
          </p>
        )}
      </Card>
    </main>
  );
}
