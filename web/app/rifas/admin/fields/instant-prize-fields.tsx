import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import { queries } from '../../../api.ts';
import { InstantPrizeRow, type InstantPrize } from '../../../draws/instant/instant-prize-row.tsx';
import { errorMessage } from '../../../messages.ts';
import { centavosText, parseCentavos } from '../../../ui/form/typed-reais.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';
import { ErrorState } from '../../../ui/states.tsx';

type EditedPrize = RifaOptions['instantPrizes'][number];
/** Prize with unparsed values. */
export interface TypedPrize {
  name: string;
  value: string;
  count: string;
}

export const typedPrizes = (prizes: EditedPrize[]): TypedPrize[] =>
  prizes.map(({ name, valueCentavos, count }) => ({
    name,
    value: centavosText(valueCentavos),
    count: String(count),
  }));

/** Skips rows without a name. */
export const editedPrizes = (typed: TypedPrize[]): EditedPrize[] =>
  typed
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value, count }) => ({
      name: name.trim(),
      valueCentavos: parseCentavos(value),
      count: Math.max(1, Number(count) || 1),
    }));

/** The value is optional, but must be valid if present. */
const isUnreadable = ({ value }: TypedPrize) => value.trim() !== '' && parseCentavos(value) === null;

export const areReadable = (typed: TypedPrize[]) => !typed.some(isUnreadable);

interface InstantPrizeFieldsProps {
  prizes: TypedPrize[];
  onChange: (prizes: TypedPrize[]) => void;
}

/** Cotas premiadas of a draft rifa. */
export function InstantPrizeFields({ prizes, onChange }: InstantPrizeFieldsProps) {
  const change = (index: number, part: Partial<TypedPrize>) =>
    onChange(prizes.map((prize, at) => (at === index ? { ...prize, ...part } : prize)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">Cotas premiadas</legend>
      <p className="text-sm text-ink-soft">
        Prêmios escondidos em números sorteados ao publicar: nem você sabe quais são. Não mudam depois.
      </p>
      {prizes.map((prize, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- new rows have no id
          key={index}
          className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[1fr_9rem_7rem_auto]"
        >
          <Field label="Prêmio" className="col-span-3 sm:col-span-1">
            <Input
              value={prize.name}
              maxLength={120}
              placeholder="Pix de R$ 100"
              onChange={(event) => change(index, { name: event.target.value })}
            />
          </Field>
          <Field label="Valor em reais" error={isUnreadable(prize) ? 'Confira o valor.' : undefined}>
            <Input
              value={prize.value}
              inputMode="decimal"
              maxLength={12}
              onChange={(event) => change(index, { value: event.target.value })}
            />
          </Field>
          <Field label="Quantas">
            <Input
              value={prize.count}
              inputMode="numeric"
              maxLength={3}
              onChange={(event) => change(index, { count: event.target.value.replaceAll(/\D/g, '') })}
            />
          </Field>
          <IconButton
            icon="trash"
            label={`Remover o prêmio ${index + 1}`}
            className="mt-7"
            onClick={() => onChange(prizes.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        variant="outline"
        size="sm"
        icon="plus"
        className="justify-self-start"
        onClick={() => onChange([...prizes, { name: '', value: '', count: '1' }])}
      >
        Adicionar cota premiada
      </Button>
    </fieldset>
  );
}

/** Cotas premiadas of a published rifa, with their winners and delivery status. */
export function InstantPrizesToDeliver({ rifaId }: { rifaId: string }) {
  const found = useQuery({
    ...queries.draws.instantPrizes.queryOptions({ input: { rifaId } }),
    staleTime: 0,
  });
  const [delivering, setDelivering] = useState<InstantPrize | null>(null);
  if (found.isError && !found.data)
    return (
      <ErrorState title="Erro ao carregar as cotas premiadas" onRetry={() => void found.refetch()}>
        {errorMessage(found.error)}
      </ErrorState>
    );
  const instant = found.data?.instantPrizes;
  if (!instant) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-base font-bold">Cotas premiadas</h3>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
        {instant.prizes.map((prize) => (
          <li key={prize.position} className="flex flex-wrap items-center gap-3">
            <div className="grow">
              <InstantPrizeRow prize={prize} totalNumbers={instant.totalNumbers} />
            </div>
            {prize.state === 'found' && (
              <Button variant="outline" size="sm" onClick={() => setDelivering(prize)}>
                Marcar como entregue
              </Button>
            )}
          </li>
        ))}
      </ul>
      {delivering && (
        <DeliveryDialog rifaId={rifaId} prize={delivering} onClose={() => setDelivering(null)} />
      )}
    </div>
  );
}

interface DeliveryDialogProps {
  rifaId: string;
  prize: InstantPrize;
  onClose: () => void;
}

function DeliveryDialog({ rifaId, prize, onClose }: DeliveryDialogProps) {
  const cache = useQueryClient();
  const [note, setNote] = useState('');
  const deliver = useMutation(
    queries.draws.deliverInstantPrize.mutationOptions({
      onSuccess: async () => {
        toast.success('Entrega registrada.');
        await cache.invalidateQueries({ queryKey: queries.draws.instantPrizes.key() });
        onClose();
      },
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="sm" title={`Entregar: ${prize.name}`}>
      <div className="grid gap-4">
        <Field
          label="Como, quando e a quem"
          hint="Fica no registro de atividades."
          error={deliver.error && errorMessage(deliver.error)}
        >
          <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Button
          disabled={note.trim().length < 3}
          loading={deliver.isPending}
          loadingText="Registrando..."
          onClick={() => deliver.mutate({ rifaId, position: prize.position, note })}
        >
          Registrar entrega
        </Button>
      </div>
    </Dialog>
  );
}
