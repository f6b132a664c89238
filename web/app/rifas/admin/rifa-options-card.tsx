import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { isApiError, errorMessage } from '../../messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { Switch } from '../../ui/form/field.tsx';
import { ErrorState, FormError, Skeleton } from '../../ui/states.tsx';
import { BuyerFields } from './fields/buyer-fields.tsx';
import { EndOfSalesFields } from './fields/end-of-sales-fields.tsx';
import {
  areReadable,
  editedPrizes,
  InstantPrizeFields,
  InstantPrizesToDeliver,
  typedPrizes,
} from './fields/instant-prize-fields.tsx';
import { LeaderFields } from './fields/leader-fields.tsx';

/** Options of one rifa. Saving increments the rifa's version, so the page refetches it. */
export function RifaOptionsCard({ rifaId, onSaved }: { rifaId: string; onSaved: () => Promise<unknown> }) {
  const found = useQuery({
    ...queries.admin.rifas.options.queryOptions({ input: { id: rifaId } }),
    staleTime: 0,
  });
  if (found.isError && !found.data)
    return <ErrorState title="Erro ao carregar as opções" onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton className="h-56" />;
  return (
    <OptionsForm key={JSON.stringify(found.data.options)} rifaId={rifaId} {...found.data} onSaved={onSaved} />
  );
}

interface OptionsFormProps {
  rifaId: string;
  version: number;
  isPublished: boolean;
  shortCode: string;
  options: RifaOptions;
  onSaved: () => Promise<unknown>;
}

function OptionsForm({ rifaId, version, isPublished, shortCode, options, onSaved }: OptionsFormProps) {
  const cache = useQueryClient();
  const [edited, setEdited] = useState(options);
  const [prizes, setPrizes] = useState(() => typedPrizes(options.instantPrizes));
  const save = useMutation(
    queries.admin.rifas.saveOptions.mutationOptions({
      onSuccess: async () => {
        await onSaved();
        toast.success('Opções salvas.');
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ id: rifaId, version, options: { ...edited, instantPrizes: editedPrizes(prizes) } });
  };
  return (
    <Card padded>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <h2 className="text-xl">Opções desta rifa</h2>
        {isPublished && <Sharing rifaId={rifaId} shortCode={shortCode} />}
        <Switch
          label="Compradores escolhem os números"
          hint="Até 10.000 números, em uma grade; acima disso, por busca. Desligue se a autorização exigir números ao acaso."
          checked={edited.choosesNumbers}
          onChange={(event) => setEdited({ ...edited, choosesNumbers: event.target.checked })}
        />
        <Switch
          label="Cotas podem ser dadas de presente"
          hint="Enquanto a rifa vende. No sorteio vale quem aceitou o presente."
          checked={edited.allowsGifts}
          onChange={(event) => setEdited({ ...edited, allowsGifts: event.target.checked })}
        />
        <BuyerFields isPublished={isPublished} options={edited} onChange={setEdited} />
        <EndOfSalesFields isPublished={isPublished} options={edited} onChange={setEdited} />
        <LeaderFields
          options={edited}
          isLocked={isPublished && options.extremes !== null}
          onChange={setEdited}
        />
        {isPublished ? (
          <InstantPrizesToDeliver rifaId={rifaId} />
        ) : (
          <InstantPrizeFields prizes={prizes} onChange={setPrizes} />
        )}
        {save.isError && <FormError>{errorMessage(save.error)}</FormError>}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="secondary"
            disabled={!areReadable(prizes)}
            loading={save.isPending}
            loadingText="Salvando..."
          >
            Salvar opções
          </Button>
          {isApiError(save.error, 'VERSION_CONFLICT') && (
            <Button
              variant="outline"
              icon="refresh"
              onClick={() => void cache.invalidateQueries({ queryKey: queries.admin.rifas.options.key() })}
            >
              Recarregar
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** Short code and printable poster. */
function Sharing({ rifaId, shortCode }: { rifaId: string; shortCode: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sea-tint px-4 py-3">
      <p>
        Código para falar: <strong className="font-display text-lg tracking-wider">{shortCode}</strong>
        <span className="block text-sm text-ink-soft">
          Quem digitar {links.shortCode(shortCode)} chega à rifa.
        </span>
      </p>
      <a href={links.poster(rifaId)} className={buttonClass({ variant: 'outline', size: 'sm' })}>
        <Icon name="ticket" />
        Cartaz com QR (PDF)
      </a>
    </div>
  );
}
