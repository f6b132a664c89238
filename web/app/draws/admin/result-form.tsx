import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import type { DrawAdmin } from '@mare/contract/draws/draw-admin.ts';
import { queries } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { drawErrorMessage } from '../draw-error-messages.ts';

const PLACES = [1, 2, 3, 4, 5];

interface ResultFields {
  extraction: string;
  date: string;
  prizes: string[];
  note: string;
}

/** The awaited extraction and its date. */
function awaitedResult({ rifas }: DrawAdmin): ResultFields {
  const awaiting = rifas.find(({ awaits }) => awaits !== null);
  return {
    extraction: String(awaiting?.awaits ?? ''),
    date: awaiting?.awaits === awaiting?.seal?.extraction ? (awaiting?.seal?.extractionDate ?? '') : '',
    prizes: ['', '', '', '', ''],
    note: '',
  };
}

/** Form to type a lottery result, or to fetch it from the official service. */
export function ResultForm({ room }: { room: DrawAdmin }) {
  const { register, handleSubmit, control, reset } = useForm<ResultFields>({
    values: awaitedResult(room),
    resetOptions: { keepDirtyValues: true },
  });
  const extraction = useWatch({ control, name: 'extraction' });
  const { enter, fetchIt } = useResult(() => reset());
  const error = enter.error ?? fetchIt.error;
  const submit = handleSubmit((fields) => {
    fetchIt.reset();
    enter.mutate({ ...fields, extraction: Number(fields.extraction) });
  });
  return (
    <Card padded>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <h3 className="text-lg">Registrar um resultado</h3>
        <ExtractionFields register={register} />
        <LotteryPrizeFields register={register} />
        <Field label="Onde foi lido" hint="Ou por que um resultado já confirmado está sendo corrigido.">
          <Input {...register('note')} required minLength={3} maxLength={500} />
        </Field>
        {error && <FormError>{drawErrorMessage(error)}</FormError>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" loading={enter.isPending}>
            Registrar para conferência
          </Button>
          {room.canFetch && (
            <Button
              variant="outline"
              icon="refresh"
              loading={fetchIt.isPending}
              disabled={!/^[1-9]\d{0,6}$/.test(extraction)}
              onClick={() => {
                enter.reset();
                fetchIt.mutate({ extraction: Number(extraction) });
              }}
            >
              Buscar no serviço oficial
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

function useResult(onEntered: () => void) {
  const client = useQueryClient();
  const onSuccess = async () => {
    onEntered();
    await client.invalidateQueries({ queryKey: queries.draws.key() });
  };
  const enter = useMutation(queries.draws.enterResult.mutationOptions({ onSuccess }));
  const fetchIt = useMutation(queries.draws.fetchResult.mutationOptions({ onSuccess }));
  return { enter, fetchIt };
}

function ExtractionFields({ register }: { register: UseFormRegister<ResultFields> }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Extração">
        <Input
          {...register('extraction')}
          required
          inputMode="numeric"
          pattern="[1-9][0-9]{0,6}"
          title="O número da extração, como 5924."
        />
      </Field>
      <Field label="Dia do resultado">
        <Input {...register('date')} required type="date" />
      </Field>
    </div>
  );
}

function LotteryPrizeFields({ register }: { register: UseFormRegister<ResultFields> }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-bold">Prêmios, como a Loteria Federal publica</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {PLACES.map((place, index) => (
          <Field key={place} label={`${place}º prêmio`}>
            <Input
              {...register(`prizes.${index}`)}
              required
              inputMode="numeric"
              pattern="0?[0-9]{5}"
              title="Cinco algarismos, como 01234."
              maxLength={6}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
