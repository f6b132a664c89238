import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { toast } from 'sonner';
import type { EditedRifa, ManagedRifa } from '@mare/contract/rifas/rifas-admin.ts';
import { reviewPublishedChange } from '@mare/domain/rifas/corrections/published-changes.ts';
import { dateTimeText } from '../../admin/typed-values.ts';
import { UnsavedChanges, useUnsaved } from '../../admin/unsaved-changes.tsx';
import { queries } from '../../api.ts';
import { isApiError, errorMessage } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { ErrorState, Spinner } from '../../ui/states.tsx';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { adminRifaLink, adminRifasLink, NEW_RIFA } from '../../admin/rifa-links.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { Part, PartsMenu } from './page-parts.tsx';
import { rifaFieldsOf, NEW_RIFA_FIELDS, type RifaFields, rifaOf } from './fields/rifa-fields.ts';
import { LegalFilesCard } from './legal-files-card.tsx';
import { RifaForm } from './rifa-form.tsx';
import { RifaOptionsCard } from './rifa-options-card.tsx';
import { RifaTermsCard } from './rifa-terms-card.tsx';
import { RifaState } from './rifa-state.tsx';
import { SoldCotasCard } from './sold-cotas-card.tsx';

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
      <PartsMenu rifa="new" />
      <RifaForm
        fields={cities ? { ...NEW_RIFA_FIELDS, eligibleCities: cities.join('\n') } : NEW_RIFA_FIELDS}
        isPublished={false}
        saving={save.isPending}
        failure={save.isError && <Failure error={save.error} />}
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
  const [saved, setSaved] = useState(0);
  const [correcting, setCorrecting] = useState<EditedRifa | null>(null);
  const save = useSaveRifa(() => {
    setCorrecting(null);
    void onReload().then(() => setSaved((times) => times + 1));
  });
  const fields = rifaFieldsOf(rifa);
  const isPublished = rifa.publishedAt !== null;
  const corrections = correcting ? correctionsOf(rifa, correcting) : [];
  const failure = save.isError && <Failure error={save.error} onReload={onReload} />;
  const store = (edited: EditedRifa, reason: string | null = null) =>
    save.mutate({ id: rifa.id, version: rifa.version, rifa: edited, reason });
  const onSave = (fields: RifaFields) => {
    const edited = editedPart(rifa, fields, isPublished);
    if (correctionsOf(rifa, edited).length === 0) return store(edited);
    save.reset();
    setCorrecting(edited);
  };
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl text-balance">{rifa.title}</h1>
        <RifaStatusBadge status={rifa.pauseReason === null ? rifa.status : 'paused'} />
      </header>
      <PartsMenu rifa={isPublished ? 'published' : 'draft'} />
      <RifaState rifa={rifa} onChanged={onReload} />
      {isPublished && (
        <Part id="cotas">
          <SoldCotasCard rifa={rifa} onSold={onReload} />
        </Part>
      )}
      {/* All share the rifa's version. Saving one keeps input in the others, unless their stored values changed. */}
      <Part id="precos">
        <RifaTermsCard rifaId={rifa.id} onSaved={onReload} />
      </Part>
      <Part id="opcoes">
        <RifaOptionsCard rifaId={rifa.id} onSaved={onReload} />
      </Part>
      <LegalFilesCard rifa={rifa} onStored={() => void onReload()} />
      <RifaForm
        key={`${saved}${JSON.stringify(fields)}`}
        fields={fields}
        isPublished={isPublished}
        saving={save.isPending}
        failure={!correcting && failure}
        onSave={onSave}
      />
      {correcting && (
        <CorrectionDialog
          corrections={corrections}
          hasBuyers={rifa.soldNumbers > 0}
          saving={save.isPending}
          failure={failure}
          onClose={() => setCorrecting(null)}
          onConfirm={(reason) => store(correcting, reason)}
        />
      )}
    </>
  );
}

/** Changes of a published rifa that have to be announced. The server decides what may change at all. */
function correctionsOf(rifa: ManagedRifa, edited: EditedRifa) {
  if (rifa.publishedAt === null) return [];
  const reviewed = reviewPublishedChange(rifa, edited, rifa.status);
  return reviewed.ok ? reviewed.corrections : [];
}

/** Sends values that the form cannot change exactly as they were read. */
function editedPart(rifa: ManagedRifa, fields: RifaFields, isPublished: boolean): EditedRifa {
  const edited = rifaOf({ ...fields, totalNumbers: fields.totalNumbers ?? String(rifa.totalNumbers) });
  const drawDate = fields.drawDate === dateTimeText(rifa.drawDate) ? rifa.drawDate : edited.drawDate;
  if (!isPublished) return { ...edited, drawDate };
  const { priceCentavos, totalNumbers, salesStart, legal } = rifa;
  const prizes = rifa.prizes.map((prize, index) => ({
    ...prize,
    description: fields.prizes[index]?.description.trim() || null,
  }));
  return { ...edited, drawDate, priceCentavos, totalNumbers, salesStart, prizes, legal };
}

function useSaveRifa(onSaved: (saved: { id: string }) => void) {
  const client = useQueryClient();
  return useMutation(
    queries.admin.rifas.save.mutationOptions({
      onSuccess: async (saved) => {
        toast.success('Rifa salva.');
        await client.invalidateQueries({ queryKey: queries.admin.rifas.list.key() });
        onSaved(saved);
      },
    }),
  );
}

function Failure({ error, onReload }: { error: unknown; onReload?: () => void }) {
  return (
    <div role="alert" className="grid gap-3 rounded-lg bg-danger-tint p-4 text-danger">
      <p className="font-semibold">{errorMessage(error)}</p>
      {onReload && isApiError(error, 'VERSION_CONFLICT') && (
        <Button variant="outline" size="sm" icon="refresh" className="justify-self-start" onClick={onReload}>
          Recarregar
        </Button>
      )}
    </div>
  );
}
