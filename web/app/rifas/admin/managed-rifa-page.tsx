import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import type { CancelledRefunds } from '@mare/contract/rifas/managed-rifa.ts';
import { UnsavedChanges } from '../../admin/unsaved-changes.tsx';
import { queries } from '../../api.ts';
import { isApiError } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { adminRifasLink, NEW_RIFA } from '../../admin/rifa-links.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';

/** Polling interval for the progress of refunds. */
const REFUNDS_MS = 5_000;

export const meta = pageMeta({ title: 'Rifa', description: 'Criar e mudar uma rifa.', index: false });

/** Loaded in parallel with the rifa's data. Dynamic imports keep the route's script list, which every page includes, short. */
const LoadedRifa = lazyComponent(() => import('./loaded-rifa.tsx'), 'now');
const NewRifa = lazyComponent(() =>
  import('./draft/new-rifa.tsx').then((module) => ({ default: module.NewRifa })),
);

const loading = <ListLoading />;

export default function ManagedRifaPage() {
  const { id = NEW_RIFA } = useParams();
  return (
    <>
      <Link to={adminRifasLink} className="flex items-center gap-1 text-sm font-semibold text-sea">
        <Icon name="chevronLeft" />
        Todas as rifas
      </Link>
      <UnsavedChanges key={id}>
        <Suspense fallback={loading}>{id === NEW_RIFA ? <NewRifa /> : <KnownRifa id={id} />}</Suspense>
      </UnsavedChanges>
    </>
  );
}

function KnownRifa({ id }: { id: string }) {
  const client = useQueryClient();
  const rifa = useQuery({
    ...queries.admin.rifas.find.queryOptions({ input: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => isRefunding(state.data?.refunds) && REFUNDS_MS,
  });
  if (rifa.isError && !rifa.data)
    return (
      <ErrorState
        level={1}
        title={
          isApiError(rifa.error, 'NOT_FOUND')
            ? 'Rifa não encontrada'
            : 'Erro ao carregar dados administrativos'
        }
        onRetry={() => rifa.refetch()}
      />
    );
  if (!rifa.data) return loading;
  const reload = () =>
    Promise.all([
      rifa.refetch(),
      client.invalidateQueries({ queryKey: queries.admin.rifas.terms.key() }),
      client.invalidateQueries({ queryKey: queries.admin.rifas.options.key() }),
    ]);
  return <LoadedRifa rifa={rifa.data} onReload={reload} />;
}

/** Whether refunds continue without a person. */
const isRefunding = (refunds: CancelledRefunds | null | undefined) =>
  refunds != null && refunds.underWay.orders + refunds.unasked.orders > 0;
