import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { ManagedRifa } from '@mare/contract/rifas/rifas-admin.ts';
import { UnsavedChanges } from '../../admin/unsaved-changes.tsx';
import { queries } from '../../api.ts';
import { isApiError } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { ErrorState, Spinner } from '../../ui/states.tsx';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { adminRifasLink, NEW_RIFA } from '../../admin/rifa-links.ts';
import { Cockpit } from './cockpit.tsx';
import { DraftActions } from './draft-actions.tsx';
import { GuidedDraft } from './draft/guided-draft.tsx';
import { NewRifa } from './draft/new-rifa.tsx';
import { EditRifa } from './edit-rifa.tsx';
import { RifaState } from './rifa-state.tsx';

export const meta = pageMeta({ title: 'Rifa', description: 'Criar e mudar uma rifa.', index: false });

export default function ManagedRifaPage() {
  const { id = NEW_RIFA } = useParams();
  return (
    <>
      <Link to={adminRifasLink} className="flex items-center gap-1 text-sm font-semibold text-sea">
        <Icon name="chevronLeft" />
        Todas as rifas
      </Link>
      <UnsavedChanges key={id}>{id === NEW_RIFA ? <NewRifa /> : <KnownRifa id={id} />}</UnsavedChanges>
    </>
  );
}

function KnownRifa({ id }: { id: string }) {
  const client = useQueryClient();
  const rifa = useQuery({ ...queries.admin.rifas.find.queryOptions({ input: { id } }), staleTime: 0 });
  if (rifa.isError && !rifa.data)
    return (
      <ErrorState
        title={
          isApiError(rifa.error, 'NOT_FOUND')
            ? 'Rifa não encontrada'
            : 'Erro ao carregar dados administrativos'
        }
        onRetry={() => void rifa.refetch()}
      />
    );
  if (!rifa.data) return <Spinner className="min-h-[40svh]" />;
  const reload = () =>
    Promise.all([
      rifa.refetch(),
      client.invalidateQueries({ queryKey: queries.admin.rifas.terms.key() }),
      client.invalidateQueries({ queryKey: queries.admin.rifas.options.key() }),
    ]);
  return <LoadedRifa rifa={rifa.data} onReload={reload} />;
}

function LoadedRifa({ rifa, onReload }: { rifa: ManagedRifa; onReload: () => Promise<unknown> }) {
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl text-balance">{rifa.title}</h1>
        <RifaStatusBadge status={rifa.pauseReason === null ? rifa.status : 'paused'} />
      </header>
      {rifa.status === 'draft' ? (
        <>
          <div className="flex flex-wrap gap-3">
            <DraftActions rifa={rifa} />
          </div>
          <GuidedDraft rifaId={rifa.id} onChanged={onReload} />
        </>
      ) : (
        <>
          <RifaState rifa={rifa} onChanged={onReload} />
          {rifa.publishedAt === null ? (
            <EditRifa rifa={rifa} onReload={onReload} />
          ) : (
            <Cockpit rifa={rifa} onReload={onReload} />
          )}
        </>
      )}
    </>
  );
}
