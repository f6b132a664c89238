import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import type { ManagedRifa } from '@mare/contract/rifas/rifas-admin.ts';
import { UnsavedChanges, useUnsaved } from '../../admin/unsaved-changes.tsx';
import { queries } from '../../api.ts';
import { isApiError } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { ErrorState, Spinner } from '../../ui/states.tsx';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { adminRifaLink, adminRifasLink, NEW_RIFA } from '../../admin/rifa-links.ts';
import { Cockpit } from './cockpit.tsx';
import { EditRifa } from './edit-rifa.tsx';
import { NEW_RIFA_FIELDS, rifaOf } from './fields/rifa-fields.ts';
import { PartsMenu } from './page-parts.tsx';
import { RifaForm } from './rifa-form.tsx';
import { RifaState } from './rifa-state.tsx';
import { SaveFailure, useSaveRifa } from './save-rifa.tsx';

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

function NewRifa() {
  const navigate = useNavigate();
  const { discard } = useUnsaved();
  const save = useSaveRifa(({ id }) => {
    discard();
    void navigate(adminRifaLink(id), { replace: true });
  });
  const settings = useQuery(queries.admin.settings.read.queryOptions());
  if (settings.isPending) return <Spinner className="min-h-[40svh]" />;
  const cities = settings.data?.eligibleCities.value;
  return (
    <>
      <h1 className="text-3xl">Nova Rifa</h1>
      <PartsMenu isNew />
      <RifaForm
        rifaId={null}
        fields={cities ? { ...NEW_RIFA_FIELDS, eligibleCities: cities.join('\n') } : NEW_RIFA_FIELDS}
        isPublished={false}
        saving={save.isPending}
        failure={save.isError && <SaveFailure error={save.error} />}
        onSave={(fields) => save.mutate({ id: null, version: 0, rifa: rifaOf(fields) })}
      />
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
      <RifaState rifa={rifa} onChanged={onReload} />
      {rifa.publishedAt === null ? (
        <EditRifa rifa={rifa} onReload={onReload} />
      ) : (
        <Cockpit rifa={rifa} onReload={onReload} />
      )}
    </>
  );
}
