import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import type { AffiliateRow } from '@mare/contract/affiliates.ts';
import { queries } from '../api.ts';
import { formatBrl, formatDate, formatInteger } from '../format.ts';
import { sentenceFor } from '../messages.ts';
import { pageMeta } from '../page-meta.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { EmptyState, ErrorState, Spinner } from '../ui/states.tsx';
import { PayoutsPanel } from './payouts-panel.tsx';

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

function Affiliates() {
  const [params, setParams] = useSearchParams();
  const search = params.get('busca') ?? '';
  const page = Math.min(10_000, Math.max(1, Math.trunc(Number(params.get('pagina'))) || 1));
  const [typed, setTyped] = useState(search);
  const list = useQuery({
    ...queries.admin.affiliates.queryOptions({ input: { search, page } }),
    staleTime: 0,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setParams(typed.trim() ? { busca: typed.trim() } : {});
  };
  return (
    <section aria-labelledby="afiliados" className="grid gap-4">
      <h2 id="afiliados" className="text-2xl">
        Quem divulga {list.data && <span className="text-ink-soft">({formatInteger(list.data.total)})</span>}
      </h2>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Nome, e-mail ou código" className="min-w-0 grow">
          <Input value={typed} maxLength={100} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <Button type="submit" variant="secondary" icon="search">
          Procurar
        </Button>
      </form>
      {list.isError && !list.data && (
        <ErrorState title="Erro ao carregar dados administrativos" onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Spinner />}
      {list.data?.affiliates.length === 0 && (
        <EmptyState icon="users" title="Nenhum afiliado encontrado">
          Contas são ativadas quando alguém abre o painel do afiliado.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {list.data?.affiliates.map((affiliate) => (
          <li key={affiliate.id}>
            <Affiliate affiliate={affiliate} />
          </li>
        ))}
      </ul>
      {list.data && (
        <Pagination
          label="Páginas de afiliados"
          page={page}
          pages={list.data.pages}
          hrefFor={(to) => ({
            search: `?${new URLSearchParams({ ...(search && { busca: search }), pagina: String(to) })}`,
          })}
        />
      )}
    </section>
  );
}

function Affiliate({ affiliate }: { affiliate: AffiliateRow }) {
  const cache = useQueryClient();
  const isActive = affiliate.status === 'active';
  const change = useMutation(
    queries.admin.setAffiliateStatus.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: queries.admin.affiliates.key() }),
      onError: (error) => toast.error(sentenceFor(error)),
    }),
  );
  return (
    <Card padded className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">{affiliate.name ?? affiliate.email}</h3>
        <span className="flex items-center gap-2">
          <Badge>{affiliate.affiliateCode}</Badge>
          <Badge tone={isActive ? 'success' : 'danger'}>{isActive ? 'Ativo' : 'Suspenso'}</Badge>
        </span>
      </div>
      <p className="text-sm break-all text-ink-soft">
        {affiliate.email} · desde {formatDate(affiliate.createdAt)}
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <span>Cliques: {formatInteger(affiliate.clicks)}</span>
        <span>Vendas: {formatInteger(affiliate.sales)}</span>
        <span>Pendente: {formatBrl(affiliate.pendingCentavos)}</span>
        <span>Pago: {formatBrl(affiliate.confirmedCentavos)}</span>
      </p>
      <Button
        size="sm"
        variant={isActive ? 'quiet' : 'outline'}
        className="justify-self-start"
        loading={change.isPending}
        onClick={() => change.mutate({ id: affiliate.id, status: isActive ? 'suspended' : 'active' })}
      >
        {isActive ? 'Suspender' : 'Reativar'}
      </Button>
    </Card>
  );
}
