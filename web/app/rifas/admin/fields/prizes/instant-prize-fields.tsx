import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { queries } from '../../../../api.ts';
import { InstantPrizeRow, type InstantPrize } from '../../../../draws/instant/instant-prize-row.tsx';
import { errorMessage } from '../../../../messages.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { useFocusNextRow } from '../../../../ui/focus/use-focus-next-row.ts';
import { Dialog } from '../../../../ui/overlay/dialog.tsx';
import { Field, Input } from '../../../../ui/form/field.tsx';
import { digitsOf, filterInput } from '../../../../ui/form/field-rules.ts';
import { ErrorState } from '../../../../ui/states.tsx';
import { isUnreadable, type OptionFields } from '../option-fields.ts';

/** Cotas premiadas of a draft rifa. */
export function InstantPrizeFields() {
  const { register, control } = useFormContext<OptionFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'instantPrizes' });
  const rows = useFocusNextRow<HTMLDivElement>();
  const prizes = useWatch({ control, name: 'instantPrizes' });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">Cotas premiadas</legend>
      <p className="text-sm text-ink-soft">
        Prêmios escondidos em números que ninguém conhece ao publicar: uma semente secreta e um sorteio
        público de depois decidem quais são. Os compradores não escolhem números, e nada muda depois.
      </p>
      <div ref={rows} className="contents">
        {fields.map((field, index) => (
          <div
            key={field.id}
            tabIndex={-1}
            className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[1fr_9rem_7rem_auto]"
          >
            <Field label="Prêmio" className="col-span-3 sm:col-span-1">
              <Input
                maxLength={120}
                placeholder="Pix de R$ 100"
                {...register(`instantPrizes.${index}.name`)}
              />
            </Field>
            <Field
              label="Valor em reais"
              error={isUnreadable(prizes[index] ?? field) ? 'Confira o valor.' : undefined}
            >
              <Input inputMode="decimal" maxLength={12} {...register(`instantPrizes.${index}.value`)} />
            </Field>
            <Field label="Quantas">
              <Input
                inputMode="numeric"
                maxLength={3}
                {...filterInput(register(`instantPrizes.${index}.count`), digitsOf)}
              />
            </Field>
            <IconButton
              icon="trash"
              label={`Remover o prêmio ${index + 1}`}
              className="mt-7"
              onClick={() => remove(index)}
            />
          </div>
        ))}
      </div>
      <Button
        variant="outline"
        size="sm"
        icon="plus"
        className="justify-self-start"
        onClick={() => append({ name: '', value: '', count: '1' }, { shouldFocus: false })}
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
      <ErrorState title="Erro ao carregar as cotas premiadas" onRetry={() => found.refetch()}>
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
  const [isShort, setShort] = useState(false);
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
          error={isShort ? 'Escreva pelo menos 3 caracteres.' : deliver.error && errorMessage(deliver.error)}
        >
          <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Button
          loading={deliver.isPending}
          loadingText="Registrando..."
          onClick={() => {
            const wasShort = note.trim().length < 3;
            setShort(wasShort);
            if (!wasShort) deliver.mutate({ rifaId, position: prize.position, note });
          }}
        >
          Registrar entrega
        </Button>
      </div>
    </Dialog>
  );
}
