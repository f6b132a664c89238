import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { AffiliateRow } from '@mare/contract/affiliates/affiliates.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { AdminList } from '../../admin/lists/admin-list.tsx';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { useListState } from '../../admin/lists/use-list-state.ts';
import { AFFILIATE_STATES } from '@mare/domain/affiliates/affiliate-state.ts';
import { queries } from '../../api.ts';
import { isRejection } from '../../fetching/failures/is-api-error.ts';
import { formatBrl, formatDate, formatInteger } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { AffiliateStatusDialog } from './affiliate-status-dialog.tsx';
import { PayoutsPanel } from './payouts-panel.tsx';
import { Permitted } from '../../admin/permissions/permitted.tsx';

export const meta = pageMeta({ title: 'Afiliados', description: 'Afiliados e seus repasses.', index: false });

export default function AdminAffiliatesPage() {
  return (
    <>
      <h1 className="text-3xl">Afiliados</h1>
      <PayoutsPanel kind="affiliate" />
      <Affiliates />
    </>
  );
}

const SORTS = { newest: 'Mais novos', sales: 'Mais vendas', name: 'Nome' };
/** Plural labels for filters. */
const STATES = { active: 'Ativos', suspended: 'Suspensos' };

function Affiliates() {
  const list = useListState(SORTS, STATES);
  const { search, sort, filter, page } = list;
  const affiliates = useQuery({
    ...queries.admin.affiliates.queryOptions({ input: { search, sort, status: filter, page } }),
    ...PAGED_LIST,
  });
  return (
    <section aria-labelledby="afiliados" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="afiliados" className="text-2xl">
          Quem divulga
        </h2>
        <ExportButton list="afiliados" />
      </div>
      <AdminList
        list={list}
        searchLabel="Nome, e-mail ou código"
        filters={{ label: 'Situação', all: 'Todos', labels: STATES }}
        sorts={SORTS}
        query={affiliates}
        label="Afiliados"
        empty="Nenhum afiliado encontrado"
        none={{
          title: 'Ninguém divulga ainda',
          text: 'Quem pega o próprio link em Afiliados aparece aqui, com cliques e vendas.',
        }}
        keyOf={({ id }) => id}
        renderRow={(affiliate) => <Affiliate affiliate={affiliate} />}
      />
    </section>
  );
}

function Affiliate({ affiliate }: { affiliate: AffiliateRow }) {
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const isActive = affiliate.status === 'active';
  const change = useMutation(
    queries.admin.setAffiliateStatus.mutationOptions({
      onError: (error) => toast.error(errorMessage(error)),
      onSettled: (_, error) => {
        // During an outage the dialog stays, with its reason.
        if (error && !isRejection(error)) return undefined;
        setAsking(false);
        return cache.invalidateQueries({ queryKey: queries.admin.affiliates.key() });
      },
    }),
  );
  return (
    <div className="grid gap-2 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">{affiliate.name ?? affiliate.email}</h3>
        <span className="flex items-center gap-2">
          <Badge>{affiliate.affiliateCode}</Badge>
          <Badge tone={isActive ? 'success' : 'danger'}>{AFFILIATE_STATES[affiliate.status].label}</Badge>
        </span>
      </div>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {affiliate.email && `${affiliate.email} · `}desde {formatDate(affiliate.createdAt)}
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <span>Cliques: {formatInteger(affiliate.clicks)}</span>
        <span>Vendas: {formatInteger(affiliate.sales)}</span>
        <span>Pendente: {formatBrl(affiliate.pendingCentavos)}</span>
        <span>Pago: {formatBrl(affiliate.confirmedCentavos)}</span>
      </p>
      <Permitted to="manage-affiliates">
        <Button size="sm" variant="outline" className="justify-self-start" onClick={() => setAsking(true)}>
          {isActive ? 'Suspender' : 'Reativar'}
        </Button>
      </Permitted>
      {asking && (
        <AffiliateStatusDialog
          name={affiliate.name ?? affiliate.email ?? affiliate.affiliateCode}
          isActive={isActive}
          loading={change.isPending}
          onClose={() => setAsking(false)}
          onConfirm={(reason) =>
            change.mutate({
              id: affiliate.id,
              status: isActive ? 'suspended' : 'active',
              from: affiliate.status,
              reason,
            })
          }
        />
      )}
    </div>
  );
}
