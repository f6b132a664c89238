import { useState } from 'react';
import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { formatCount } from '../../format.ts';
import { useSession } from '../../session/session.ts';
import { usePermission } from '../../session/use-permission.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AllotmentList } from './allotment-list.tsx';
import { OtherPhones } from './other-phones.tsx';
import { SalesQueue } from './sales-queue.tsx';
import { SetAsideForm } from './set-aside-form.tsx';
import { StandReceipt } from './stand-receipt.tsx';
import { StandSaleForm } from './stand-sale-form.tsx';
import { StandStatus } from './stand-status.tsx';
import { maySellFrom, type StandOnPhone } from './stand-store.ts';
import { useOnline, useSending, useStand } from './use-stand.ts';

export const meta = pageMeta({
  title: 'Balcão sem internet',
  description: 'Vender cotas numa feira, também sem sinal.',
  index: false,
});

/** Sells numbers that were set aside, with and without a network. All its data is on this phone. */
export default function OfflineStandPage() {
  const stand = useStand();
  const session = useSession();
  useSending(stand?.sales.filter(({ state }) => state === 'queued').length ?? 0);
  return (
    <main
      id="conteudo"
      className="shell grid max-w-2xl grid-cols-[minmax(0,1fr)] content-start gap-6 py-6 sm:py-10"
    >
      {stand === null || session.status === 'loading' ? (
        <Loading />
      ) : session.status === 'visitor' ? (
        <SignedOut waiting={waitingOf(stand)} />
      ) : (
        <OwnStand
          key={session.userId}
          stand={stand}
          sellerId={session.userId}
          sellerName={session.name ?? ''}
        />
      )}
    </main>
  );
}

function Loading() {
  return (
    <>
      <h1 className="text-3xl">Balcão sem internet</h1>
      <Skeleton className="h-64" />
    </>
  );
}

function SignedOut({ waiting }: { waiting: number }) {
  return (
    <>
      <EmptyState
        icon="lock"
        title="Balcão sem internet"
        level={1}
        action={<LinkButton to={links.auth(links.stand())}>Fazer Login</LinkButton>}
      >
        Entre com a conta que vende no balcão.
      </EmptyState>
      <Waiting count={waiting} />
    </>
  );
}

/** Sales of an account that is not signed in here: shows their count, without names of buyers. */
function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="rounded-md bg-sun-tint px-4 py-3 text-sm">
      <strong>
        {count === 1 ? 'Uma venda' : formatCount(count, 'venda', 'vendas')} de outra conta{' '}
        {count === 1 ? 'espera' : 'esperam'} neste celular.
      </strong>{' '}
      O envio é automático quando há internet. Para ver a resposta, entre com a conta que vendeu.
    </p>
  );
}

type View = { kind: 'overview' } | { kind: 'sell'; allotment: string } | { kind: 'receipt'; sale: string };

function OwnStand({
  stand,
  sellerId,
  sellerName,
}: {
  stand: StandOnPhone;
  sellerId: string;
  sellerName: string;
}) {
  const [view, setView] = useState<View>({ kind: 'overview' });
  // Each sale has a new form.
  const [turn, setTurn] = useState(0);
  const [addedId, setAddedId] = useState<string | null>(null);
  const online = useOnline();
  const now = useNow();
  const maySell = usePermission('sell-manually');
  const allotments = stand.allotments.filter((each) => each.sellerId === sellerId);
  const sales = stand.sales.filter((each) => each.sellerId === sellerId);
  const others = waitingOf({ ...stand, sales: stand.sales.filter((each) => each.sellerId !== sellerId) });
  const allotment = view.kind === 'sell' && allotments.find(({ id }) => id === view.allotment);
  const sold = view.kind === 'receipt' && sales.find(({ id }) => id === view.sale);
  const sell = (id: string) => {
    setTurn(turn + 1);
    setView({ kind: 'sell', allotment: id });
  };
  const toOverview = () => {
    setView({ kind: 'overview' });
    window.scrollTo(0, 0);
  };
  if (allotment)
    return (
      <StandSaleForm
        key={turn}
        allotment={allotment}
        onSold={({ id }) => setView({ kind: 'receipt', sale: id })}
        onBack={toOverview}
      />
    );
  if (sold) {
    const from = allotments.find(({ id }) => id === sold.allotmentId);
    const sellsMore = from !== undefined && maySellFrom(from, now ?? 0);
    return (
      <StandReceipt
        key={sold.id}
        sold={sold}
        onNext={sellsMore ? () => sell(sold.allotmentId) : null}
        onBack={toOverview}
      />
    );
  }
  const isForbidden = online && maySell === false && allotments.length + sales.length === 0;
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-3xl">Balcão sem internet</h1>
        <p className="text-ink-soft">
          Reserve números antes de sair. Na feira, venda sem sinal: cada venda fica guardada neste celular e
          vai para o site quando a internet voltar.
        </p>
      </div>
      {isForbidden ? (
        <EmptyState icon="lock" title="Acesso Negado">
          Para vender no balcão, a administração da loja dá o papel “Vendas no balcão” à sua conta.
        </EmptyState>
      ) : (
        <>
          <StandStatus sales={sales} />
          <Waiting count={others} />
          <AllotmentList allotments={allotments} sales={sales} addedId={addedId} onSell={sell} />
          <SalesQueue sales={sales} onReceipt={(id) => setView({ kind: 'receipt', sale: id })} />
          {online && maySell && (
            <>
              <OtherPhones
                here={allotments}
                sellerId={sellerId}
                sellerName={sellerName}
                onTaken={setAddedId}
              />
              <SetAsideForm
                sellerId={sellerId}
                sellerName={sellerName}
                isFirst={allotments.length === 0}
                onSetAside={setAddedId}
              />
            </>
          )}
          {!online && allotments.length === 0 && (
            <EmptyState title="Nenhum número reservado neste celular">
              Para reservar números é preciso internet, uma vez só.
            </EmptyState>
          )}
        </>
      )}
    </>
  );
}

function waitingOf({ sales }: StandOnPhone): number {
  return sales.filter(({ state }) => state === 'queued' || state === 'rejected').length;
}
