import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import type { PartnerOverview } from '@mare/contract/partners/partners.ts';
import { ApprovedPayouts } from '../../affiliates/approved-payouts.tsx';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';
import { Tabs } from '../../ui/navigation/tabs.tsx';
import { CommissionsTab } from './commissions-tab.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PartnerApplicationForm } from './partner-application-form.tsx';
import { SecurityTab } from './security-tab.tsx';
import { VouchersTab } from './vouchers-tab.tsx';

export const meta = pageMeta({
  title: 'Portal do Parceiro',
  description: 'Para parceiros da {loja}: vouchers a validar e comissões.',
  index: false,
});

export default function PartnerPage() {
  const session = useQuery({ ...queries.partners.overview.queryOptions(), staleTime: 0 });
  const isSignedOut = session.data !== undefined && !session.data.overview;
  const [wasSignedOut, setWasSignedOut] = useState(false);
  if (isSignedOut && !wasSignedOut) setWasSignedOut(true);
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      {session.isPending && <Spinner className="min-h-[60svh]" />}
      {session.isError && !session.data && (
        <ErrorState level={1} title="Não foi possível carregar o portal." onRetry={() => session.refetch()}>
          {errorMessage(session.error)}
        </ErrorState>
      )}
      {session.data && <Contents overview={session.data.overview} isMovedTo={wasSignedOut} />}
    </main>
  );
}

/** @param isMovedTo whether it replaces other content and takes the focus */
function Contents({ overview, isMovedTo }: { overview: PartnerOverview | null; isMovedTo: boolean }) {
  const shell = useFocusNext<HTMLDivElement>(overview ? 'portal' : 'login', isMovedTo ? 'at once' : 'later');
  return <div ref={shell}>{overview ? <Portal overview={overview} /> : <SignedOut />}</div>;
}

/** Opens the login dialog on mount. */
function SignedOut() {
  const [login, setLogin] = useState(true);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <EmptyState
        icon="lock"
        level={1}
        title="Portal do Parceiro"
        action={<Button onClick={() => setLogin(true)}>Entrar como parceiro</Button>}
      >
        Valide os vouchers de quem ganhou os seus serviços e acompanhe as suas comissões.
      </EmptyState>
      <PartnerApplicationForm />
      <LoginDialog open={login} onOpenChange={setLogin} />
    </div>
  );
}

const TABS = new Set(['visao-geral', 'vouchers', 'comissoes', 'seguranca']);

function Portal({ overview }: { overview: PartnerOverview }) {
  const cache = useQueryClient();
  const logout = useMutation(
    queries.partners.logout.mutationOptions({
      onSuccess: async () => {
        toast.success('Logout realizado');
        await cache.resetQueries({ queryKey: queries.partners.key() });
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  return (
    <>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 tabIndex={-1} className="text-3xl">
            {overview.partner.companyName}
          </h1>
          <p className="text-ink-soft">
            {overview.partner.serviceTypes.join(', ')} · {overview.partner.city}
          </p>
        </div>
        <Button
          variant="outline"
          size="sm"
          icon="logOut"
          loading={logout.isPending}
          onClick={() => logout.mutate(undefined)}
        >
          Sair
        </Button>
      </header>
      {overview.payoutsFrozenUntil && <FrozenPayouts until={overview.payoutsFrozenUntil} />}
      {overview.approvedPayouts.length > 0 && (
        <Card padded className="mb-6">
          <ApprovedPayouts payouts={overview.approvedPayouts} />
        </Card>
      )}
      {overview.isPaused ? <PausedPortal /> : <PortalTabs overview={overview} />}
    </>
  );
}

/** Earnings stay visible during a pause. */
function PausedPortal() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card padded>
        A sua parceria está pausada: novos vouchers não chegam e não é possível validar. O que você já ganhou
        continua seu e será pago. Para voltar,{' '}
        <Link to={links.support()} className="text-link">
          fale com a equipe
        </Link>
        .
      </Card>
      <h2 className="text-2xl">Comissões</h2>
      <CommissionsTab />
    </div>
  );
}

function PortalTabs({ overview }: { overview: PartnerOverview }) {
  const [search, setSearch] = useSearchParams();
  const scanned = search.get('voucher');
  const requestedTab = search.get('aba') ?? (scanned ? 'vouchers' : 'visao-geral');
  return (
    <Tabs
      label="Portal do Parceiro"
      value={TABS.has(requestedTab) ? requestedTab : 'visao-geral'}
      onValueChange={(aba) => setSearch({ aba }, { replace: true })}
      items={[
        { value: 'visao-geral', label: 'Visão Geral', content: <OverviewTab overview={overview} /> },
        { value: 'vouchers', label: 'Vouchers', content: <VouchersTab scanned={scanned ?? ''} /> },
        { value: 'comissoes', label: 'Comissões', content: <CommissionsTab /> },
        { value: 'seguranca', label: 'Segurança', content: <SecurityTab /> },
      ]}
    />
  );
}

function FrozenPayouts({ until }: { until: string }) {
  return (
    <Card padded className="mb-6">
      A chave Pix da parceria mudou, e avisamos por e-mail. Por segurança, os repasses esperam até{' '}
      {formatDateTime(until)}. Se a mudança não foi pedida por você, desfaça-a pelo link desse e-mail.
    </Card>
  );
}
