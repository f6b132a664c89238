import { useMutation, useQuery } from '@tanstack/react-query';
import { FormProvider, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { areSalesOver, type RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import { useReportUnsaved } from '../../admin/unsaved-changes.tsx';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { resolveConflict, saveErrorMessage } from '../../messages/edit-conflict.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useStoredForm } from '../../ui/form/stored/use-stored-form.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { ErrorState, FormError, Skeleton } from '../../ui/states.tsx';
import { BuyerFields } from './fields/buyer-fields.tsx';
import { ChoosingFields } from './fields/choosing-fields.tsx';
import { EndOfSalesFields } from './fields/end-of-sales-fields.tsx';
import { InstantPrizeFields } from './fields/prizes/instant-prize-fields.tsx';
import { InstantPrizesToDeliver } from './fields/prizes/instant-prizes-to-deliver.tsx';
import { LeaderFields } from './fields/prizes/leader-fields.tsx';
import { isUnreadable, optionFieldsOf, type OptionFields, optionsOf } from './fields/option-fields.ts';

interface RifaOptionsCardProps {
  rifaId: string;
  status: RifaStatus;
  onSaved: () => Promise<unknown>;
}

/** Options of one rifa. Saving increments the rifa's version, so the page refetches it. */
export function RifaOptionsCard({ rifaId, status, onSaved }: RifaOptionsCardProps) {
  const found = useQuery({
    ...queries.admin.rifas.options.queryOptions({ input: { id: rifaId } }),
    staleTime: 0,
  });
  if (found.isError && !found.data)
    return <ErrorState title="Erro ao carregar as opções" onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton className="h-56" />;
  return (
    <OptionsForm
      rifaId={rifaId}
      status={status}
      stored={found.data}
      onReload={found.refetch}
      onSaved={onSaved}
    />
  );
}

interface ReadOptions {
  version: number;
  isPublished: boolean;
  shortCode: string;
  options: RifaOptions;
}

const fieldsOf = ({ options }: ReadOptions): OptionFields => optionFieldsOf(options);

interface OptionsFormProps extends RifaOptionsCardProps {
  stored: ReadOptions;
  onReload: () => Promise<unknown>;
}

function OptionsForm({ rifaId, status, stored, onReload, onSaved }: OptionsFormProps) {
  const { isPublished, shortCode, options } = stored;
  const { form, startSave, markSaved, catchUp } = useStoredForm(stored, fieldsOf);
  useReportUnsaved('Opções', form.formState.isDirty);
  const prizes = useWatch({ control: form.control, name: 'instantPrizes' });
  const lockedExtremes = isPublished ? options.extremes : null;
  const save = useMutation(
    queries.admin.rifas.saveOptions.mutationOptions({
      onSuccess: async () => {
        await Promise.all([onSaved(), onReload()]);
        toast.success('Opções salvas.');
      },
    }),
  );
  const submit = form.handleSubmit((fields) =>
    save.mutate(
      { id: rifaId, version: startSave().version, options: optionsOf(fields, lockedExtremes) },
      {
        onSuccess: () => markSaved(fields),
        onError: (error) => void resolveConflict(error, onReload, catchUp),
      },
    ),
  );
  return (
    <Card padded>
      <FormProvider {...form}>
        <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
          <h2 className="text-xl">Opções desta rifa</h2>
          {isPublished && <Sharing rifaId={rifaId} shortCode={shortCode} isOver={areSalesOver(status)} />}
          <ChoosingFields />
          <BuyerFields isPublished={isPublished} />
          <EndOfSalesFields isPublished={isPublished} />
          <LeaderFields isLocked={lockedExtremes !== null} />
          {isPublished ? <InstantPrizesToDeliver rifaId={rifaId} /> : <InstantPrizeFields />}
          {save.isError && <FormError>{saveErrorMessage(save.error)}</FormError>}
          <Button
            type="submit"
            variant="secondary"
            className="justify-self-start"
            disabled={prizes.some(isUnreadable)}
            loading={save.isPending}
            loadingText="Salvando..."
          >
            Salvar opções
          </Button>
        </form>
      </FormProvider>
    </Card>
  );
}

/** Short code, the kit of sellers and the printable poster. */
function Sharing({ rifaId, shortCode, isOver }: { rifaId: string; shortCode: string; isOver: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sea-tint px-4 py-3">
      <p>
        Código para falar: <strong className="font-display text-lg tracking-wider">{shortCode}</strong>
        <span className="block text-sm text-ink-soft">
          Quem digitar {links.shortCode(shortCode)} chega à rifa.
        </span>
      </p>
      {!isOver && (
        <>
          <div className="flex flex-wrap gap-3">
            <a href={links.sellerKit(rifaId)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              <Icon name="share" />
              Kit de quem vende (ZIP)
            </a>
            <a href={links.poster(rifaId)} className={buttonClass({ variant: 'outline', size: 'sm' })}>
              <Icon name="ticket" />
              Cartaz com QR (PDF)
            </a>
          </div>
          <p className="basis-full text-sm text-ink-soft">
            O kit traz a imagem dos stories, a do feed, o cartaz e o texto do status.
          </p>
        </>
      )}
    </div>
  );
}
