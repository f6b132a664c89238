import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { toast } from 'sonner';
import { formatRate } from '@mare/domain/affiliates/commission-terms.ts';
import type { AffiliatePanel } from '@mare/contract/affiliates/affiliates.ts';
import { useSession } from '../session/session.ts';
import { queries } from '../api.ts';
import { formatBrl, formatDate, formatInteger } from '../format.ts';
import { links } from '../links.ts';
import { errorMessage } from '../messages.ts';
import { pageMeta } from '../document/page-meta.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ListLoading } from '../ui/loading/list-loading.tsx';
import { EmptyState, ErrorState, Spinner } from '../ui/states.tsx';
import { ClicksCard } from './clicks-card.tsx';
import { CommissionList } from './commission-list.tsx';
import { PayoutCard } from './payout-card.tsx';
import { ReferralLink } from './referral-link.tsx';
import { RifaLinksCard } from './rifa-links-card.tsx';
import { StatementCard } from './statement-card.tsx';

export const meta = pageMeta({
  title: 'Afiliado',
  description: 'Seu link, seus cliques e suas comissões.',
  index: false,
});

export default function AffiliatePage() {
  const session = useSession();
  if (session.status === 'visitor') return <Navigate to={links.auth(links.affiliate())} replace />;
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      {session.status === 'loading' ? <Spinner className="min-h-[60svh]" /> : <Panel />}
    </main>
  );
}

function Panel() {
  const cache = useQueryClient();
  const account = useQuery({ ...queries.affiliates.panel.queryOptions(), staleTime: 0 });
  // Opened automatically; if that fails, a button offers it.
  const [isOffered, setOffered] = useState(false);
  const { mutate, isPending, isIdle } = useMutation(
    queries.affiliates.activate.mutationOptions({
      onSuccess: async ({ created }) => {
        if (created)
          toast.success('Conta de afiliado ativada!', {
            description: 'Você já pode começar a ganhar comissões.',
          });
        await cache.invalidateQueries({ queryKey: queries.affiliates.key() });
      },
      onError: (error) => {
        setOffered(true);
        toast.error('Não foi possível ativar sua conta de afiliado.', { description: errorMessage(error) });
      },
    }),
  );
  const missing = account.data?.panel === null;
  useEffect(() => {
    if (missing && isIdle) mutate(undefined);
  }, [missing, isIdle, mutate]);

  if (account.isError && !account.data)
    return (
      <ErrorState level={1} title="Não foi possível carregar o seu painel." onRetry={() => account.refetch()}>
        {errorMessage(account.error)}
      </ErrorState>
    );
  if (!account.data || (missing && !isOffered)) return <ListLoading />;
  if (!account.data.panel)
    return (
      <EmptyState
        icon="share"
        level={1}
        title="Seja um Afiliado"
        className="min-h-[60svh] content-center"
        action={
          <Button loading={isPending} loadingText="Ativando..." onClick={() => mutate(undefined)}>
            Ativar Agora
          </Button>
        }
      >
        Indique rifas em que você confia e receba comissão por Pix.
      </EmptyState>
    );
  return <Dashboard panel={account.data.panel} />;
}

function Dashboard({ panel }: { panel: AffiliatePanel }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-2">
        <h1 className="text-3xl">Painel do Afiliado</h1>
        <p className="max-w-2xl text-lg text-ink-soft">
          Você ganha {formatRate(Math.round(panel.commissionPercent * 100))} de cada compra paga por quem
          chegou pelo seu link nos últimos 30 dias.
        </p>
      </header>
      {panel.status === 'suspended' && (
        <p className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
          Sua conta de afiliado está suspensa: o link não conta cliques nem comissões. Fale com o suporte.
        </p>
      )}
      <ReferralLink code={panel.affiliateCode} link={panel.referralLink} />
      <dl className="grid gap-4 sm:grid-cols-3">
        <Stat name="Cliques em 30 dias" value={formatInteger(panel.totalClicks)} />
        <Stat
          name="Ganhos pendentes"
          value={formatBrl(panel.pendingCentavos)}
          note={
            panel.pendingCentavos < 0
              ? 'Comissões já pagas foram desfeitas: o saldo será compensado.'
              : `${formatBrl(panel.lastDaysCentavos)} de vendas dos últimos 30 dias`
          }
        />
        <Stat name="Ganhos confirmados" value={formatBrl(panel.confirmedCentavos)} note="Já pagos por Pix" />
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <ClicksCard clicks={panel.clicks} total={panel.totalClicks} />
        <div className="lg:sticky lg:top-28 lg:row-span-2">
          <PayoutCard panel={panel} nextPayout={formatDate(`${panel.nextPayoutOn}T12:00:00Z`)} />
        </div>
        <CommissionList />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <RifaLinksCard />
        <StatementCard />
      </div>
    </div>
  );
}

function Stat({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <Card padded className="grid content-start gap-1">
      <dt className="text-sm font-semibold text-ink-soft">{name}</dt>
      <dd className="tabular font-display text-2xl font-extrabold">{value}</dd>
      {note && <dd className="text-sm text-ink-soft">{note}</dd>}
    </Card>
  );
}
