import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '@mare/contract/orders.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCotaNumber, formatDateTime, formatInteger, formatLongDate } from '../../format.ts';
import { links } from '../../links.ts';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';
import { pageMeta } from '../../page-meta.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberChip } from '../../ui/number-chip.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { SignedInOnly } from '../guards.tsx';
import { type RifaHolding, groupByRifa } from './rifa-holdings.ts';
import { useSession } from '../session.ts';
import { RifaPicture } from '../../rifas/rifa-picture.tsx';

export const meta = pageMeta({
  title: 'Minha conta',
  description: 'Suas rifas, seus números e seus pedidos.',
  index: false,
});

const NUMBERS_SHOWN = 24;
const ORDERS_SHOWN = 8;

export default function DashboardPage() {
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <SignedInOnly>
        <Dashboard />
      </SignedInOnly>
    </main>
  );
}

function Dashboard() {
  const session = useSession();
  const orders = useQuery({ ...queries.orders.mine.queryOptions(), staleTime: 0 });
  const firstName = session.status === 'signed-in' ? (session.name?.split(' ')[0] ?? 'Amigo') : 'Amigo';
  return (
    <>
      <h1 className="mb-8 text-3xl">Olá, {firstName}</h1>
      {orders.isError && (
        <ErrorState title="Não foi possível carregar seus pedidos." onRetry={() => void orders.refetch()} />
      )}
      {orders.isPending && <DashboardSkeleton />}
      {orders.data && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <MyRifas holdings={groupByRifa(orders.data)} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <History orders={orders.data} />
            <ProfileCard />
          </div>
        </div>
      )}
    </>
  );
}

function MyRifas({ holdings }: { holdings: RifaHolding[] }) {
  return (
    <section aria-labelledby="minhas-rifas">
      <h2 id="minhas-rifas" className="mb-4 text-2xl">
        Minhas Rifas
      </h2>
      {holdings.length === 0 ? (
        <Card>
          <EmptyState
            title="Você ainda não participa de nenhuma rifa."
            action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
          >
            Suas cotas pagas aparecem aqui.
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-5">
          {holdings.map((holding) => (
            <li key={holding.rifaId}>
              <HoldingCard holding={holding} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function HoldingCard({ holding }: { holding: RifaHolding }) {
  const hidden = holding.numbers.length - NUMBERS_SHOWN;
  return (
    <Card padded className="grid gap-4">
      <div className="flex items-center gap-4">
        <RifaPicture image={holding.image} sizes="7rem" className="aspect-4/3 w-28 rounded-md" />
        <div className="min-w-0">
          <h3 className="text-lg leading-snug">{holding.title}</h3>
          <p className="text-sm text-ink-soft">
            {holding.numbers.length === 1 ? '1 cota' : `${formatInteger(holding.numbers.length)} cotas`} ·
            sorteio em {formatLongDate(holding.drawDate)}
          </p>
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-2">
        {holding.numbers.slice(0, NUMBERS_SHOWN).map((number) => (
          <NumberChip key={number} size="md">
            {formatCotaNumber(number, holding.totalNumbers)}
          </NumberChip>
        ))}
        {hidden > 0 && (
          <span className="text-sm text-ink-soft">e mais {formatInteger(hidden)} nos seus pedidos</span>
        )}
      </p>
    </Card>
  );
}

function History({ orders }: { orders: Order[] }) {
  const [shown, setShown] = useState(ORDERS_SHOWN);
  return (
    <section aria-labelledby="historico">
      <h2 id="historico" className="mb-4 text-2xl">
        Histórico
      </h2>
      <Card padded>
        {orders.length === 0 ? (
          <p className="text-ink-soft">Nenhuma atividade recente.</p>
        ) : (
          <ul className="grid divide-y divide-line">
            {orders.slice(0, shown).map((order) => (
              <li key={order.id} className="py-3 first:pt-0 last:pb-0">
                <Link to={links.order(order.externalReference)} className="group grid gap-1">
                  <span className="flex items-center justify-between gap-3">
                    <span className="truncate font-semibold group-hover:text-sea group-hover:underline">
                      {order.items.map((item) => item.title).join(', ')}
                    </span>
                    <OrderStatusBadge status={order.status} />
                  </span>
                  <span className="flex justify-between text-sm text-ink-soft">
                    {formatDateTime(order.createdAt)}
                    <span className="tabular">{formatBrl(order.totalCentavos)}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {orders.length > shown && (
          <Button
            variant="outline"
            size="sm"
            block
            className="mt-4"
            onClick={() => setShown(shown + ORDERS_SHOWN)}
          >
            Mostrar mais
          </Button>
        )}
      </Card>
    </section>
  );
}

function ProfileCard() {
  const profile = useQuery(queries.accounts.me.queryOptions());
  return (
    <section aria-labelledby="perfil">
      <h2 id="perfil" className="mb-4 text-2xl">
        Perfil
      </h2>
      <Card padded className="grid gap-1">
        {profile.data ? (
          <>
            <p className="font-semibold">{profile.data.name ?? 'Complete seu perfil'}</p>
            <p className="break-all text-ink-soft">{profile.data.email}</p>
            <Link to={links.account()} className="text-link mt-2 justify-self-start">
              Minha Conta
            </Link>
          </>
        ) : (
          <Skeleton className="h-12" />
        )}
      </Card>
    </section>
  );
}

function DashboardSkeleton() {
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_24rem]">
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  );
}
