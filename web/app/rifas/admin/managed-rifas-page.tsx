import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { RifaRow } from '@mare/contract/rifas/managed-rifa.ts';
import { RIFA_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { soldPercent } from '@mare/domain/rifas/scarcity.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { AdminList } from '../../admin/lists/admin-list.tsx';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { labelsOf, useListState } from '../../admin/lists/use-list-state.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime, formatInteger, formatPercent } from '../../format.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/data-display/progress-bar.tsx';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { adminRifaLink, NEW_RIFA } from '../../admin/rifa-links.ts';
import { usePermission } from '../../session/use-permission.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { Skeleton } from '../../ui/states.tsx';
import { STAND } from './manual-sale/stand-link.ts';

export const meta = pageMeta({ title: 'Rifas', description: 'Criar e cuidar das rifas.', index: false });

const SORTS = { newest: 'Mais novas', draw: 'Data do sorteio', title: 'Título', sold: 'Mais vendidas' };
const STATUSES = labelsOf(RIFA_STATES);

const StandPage = lazyComponent(() => import('./manual-sale/stand-page.tsx'));

/** All rifas for people who manage them; the stand for sellers, and for all with `?balcao=`. */
export default function ManagedRifasPage() {
  const [search] = useSearchParams();
  const managesRifas = usePermission('manage-rifas');
  if (managesRifas && !search.has(STAND)) return <ManagedRifas />;
  return (
    <Suspense fallback={<Skeleton className="h-64" />}>
      <StandPage />
    </Suspense>
  );
}

function ManagedRifas() {
  const list = useListState(SORTS, STATUSES);
  const { search, sort, filter, page } = list;
  const rifas = useQuery({
    ...queries.admin.rifas.list.queryOptions({ input: { search, sort, status: filter, page } }),
    ...PAGED_LIST,
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Rifas</h1>
        <div className="flex flex-wrap items-center gap-3">
          <ExportButton list="rifas" />
          <LinkButton to={`?${STAND}=`} variant="outline" size="sm">
            Vender no balcão
          </LinkButton>
          <LinkButton to={adminRifaLink(NEW_RIFA)} icon="plus">
            Nova Rifa
          </LinkButton>
        </div>
      </div>
      <AdminList
        list={list}
        searchLabel="Procurar pelo título"
        filters={{ label: 'Situação', all: 'Todas', labels: STATUSES }}
        sorts={SORTS}
        query={rifas}
        label="Rifas"
        empty="Nenhuma rifa encontrada"
        none={{
          title: 'Nenhuma rifa ainda',
          text: 'Crie a primeira em Nova Rifa. Ela fica em rascunho até você publicar.',
        }}
        keyOf={({ id }) => id}
        renderRow={(rifa) => <RifaLine rifa={rifa} />}
      />
    </>
  );
}

function RifaLine({ rifa }: { rifa: RifaRow }) {
  const percent = soldPercent(rifa.soldNumbers, rifa.totalNumbers);
  return (
    <Link
      to={adminRifaLink(rifa.id)}
      className="grid grid-cols-[--spacing(18)_minmax(0,1fr)] gap-4 p-4 hover:bg-sea-tint/50 sm:grid-cols-[6rem_minmax(0,1fr)_14rem] sm:items-center"
    >
      <div className="aspect-4/3 self-start overflow-hidden rounded-md bg-sunken sm:self-center">
        <RifaPicture image={rifa.image} sizes="96px" className="size-full" />
      </div>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="text-balance">{rifa.title}</strong>
          <RifaStatusBadge status={rifa.status} />
        </p>
        <p className="text-sm text-ink-soft">
          {formatBrl(rifa.priceCentavos)} por cota · sorteio {formatDateTime(rifa.drawDate)}
        </p>
      </div>
      <div className="col-span-2 grid gap-1 text-sm sm:col-span-1">
        <p className="tabular flex justify-between gap-3">
          <span>
            {formatInteger(rifa.soldNumbers)} de {formatInteger(rifa.totalNumbers)}
          </span>
          <span className="text-ink-soft">{formatPercent(percent)}</span>
        </p>
        <ProgressBar percent={percent} label="Vendido" />
      </div>
    </Link>
  );
}
