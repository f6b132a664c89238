import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { OrderPage as OrderPageData } from '@mare/contract/orders.ts';
import { queries } from '../api.ts';
import { formatDateTime } from '../format.ts';
import { links } from '../links.ts';
import { isRefusal } from '../messages.ts';
import { pageMeta } from '../page-meta.ts';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, ErrorState, Spinner } from '../ui/states.tsx';
import { HoldCountdown } from './hold-countdown.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';
import { PixPayment } from './pix-payment.tsx';

const POLL_MS = 2000;

export const meta = pageMeta({
  title: 'Seu pedido',
  description: 'Números, pagamento e situação do pedido.',
  index: false,
});

export default function OrderPage() {
  const { externalReference = '' } = useParams();
  const order = useQuery({
    ...queries.orders.page.queryOptions({ input: { externalReference } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      {order.isPending && <Spinner className="min-h-[60svh]" />}
      {order.isError && !order.data && (
        <OrderError missing={isRefusal(order.error, 'NOT_FOUND')} onRetry={() => void order.refetch()} />
      )}
      {order.data && <OrderView order={order.data} />}
    </main>
  );
}

function OrderError({ missing, onRetry }: { missing: boolean; onRetry: () => void }) {
  if (missing)
    return (
      <EmptyState
        icon="search"
        title="Pedido não encontrado."
        level={1}
        action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
      >
        Confira o endereço: ele vem inteiro no e-mail do pedido.
      </EmptyState>
    );
  return <ErrorState level={1} title="Não foi possível carregar os detalhes do pedido." onRetry={onRetry} />;
}

function OrderView({ order }: { order: OrderPageData }) {
  return (
    <>
      <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl">Pedido de {order.buyerName}</h1>
        <OrderStatusBadge status={order.status} />
        <p className="w-full text-ink-soft">
          Feito em {formatDateTime(order.createdAt)}
          {order.paidAt && ` · pago em ${formatDateTime(order.paidAt)}`}
        </p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_26rem]">
        <OrderItems order={order} />
        <div className="grid gap-6 max-lg:order-first">
          <OrderNextStep order={order} />
        </div>
      </div>
    </>
  );
}

/** What the buyer should know or do now. Announced when it changes by itself. */
function OrderNextStep({ order }: { order: OrderPageData }) {
  return (
    <div aria-live="polite">
      {order.status === 'pending' ? (
        <Card padded className="grid gap-5">
          <HoldCountdown until={order.holdExpiresAt} serverNow={order.now} />
          <PixPayment order={order} />
        </Card>
      ) : (
        <Card padded className="grid gap-3">
          <h2 className="text-xl">{endings[order.status].title}</h2>
          <p className="text-ink-soft">{endings[order.status].text}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            {order.status === 'paid' ? (
              <LinkButton to={links.dashboard()}>Ver minhas rifas</LinkButton>
            ) : (
              <LinkButton to={links.home()}>Escolher outras cotas</LinkButton>
            )}
          </div>
        </Card>
      )}
    </div>
  );
}

const endings = {
  paid: {
    title: 'Pagamento confirmado. Boa sorte!',
    text: 'Estas cotas são suas e de mais ninguém. Avisamos por e-mail quando o sorteio acontecer.',
  },
  cancelled: {
    title: 'A reserva terminou',
    text: 'O pagamento não chegou a tempo e as cotas voltaram à venda. Se você pagou depois do prazo, o valor é devolvido sozinho.',
  },
  failed: {
    title: 'O pagamento não foi aprovado',
    text: 'As cotas voltaram à venda. Nada foi cobrado; você pode escolher outras e tentar de novo.',
  },
  refunded: { title: 'Pedido reembolsado', text: 'O valor foi devolvido para a conta que pagou o Pix.' },
  charged_back: {
    title: 'Pagamento contestado',
    text: 'O banco devolveu este pagamento e as cotas deixaram de valer.',
  },
} as const;
