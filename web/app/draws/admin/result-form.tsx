import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FieldErrors, type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { DrawAdmin } from '@mare/contract/draws/draw-admin.ts';
import { OFFICIAL_WAIT_HOURS } from '@mare/domain/draws/lottery/typed-result.ts';
import { readTypedPrize, type TypedPrizeError } from '@mare/domain/draws/lottery/official-result.ts';
import { queries } from '../../api.ts';
import { useIsDemo } from '../../document/site-facts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/form/date-input.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { drawErrorMessage } from '../draw-error-messages.ts';
import { ExtractionNumberField } from './extraction-number-field.tsx';

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
  const isDemo = useIsDemo();
  const { register, handleSubmit, control, reset, formState } = useForm<ResultFields>({
    values: awaitedResult(room),
    resetOptions: { keepDirtyValues: true },
  });
  const extraction = useWatch({ control, name: 'extraction' });
  const { enter, fetchIt } = useResult(() => reset(undefined, { keepDirtyValues: false }));
  const error = enter.error ?? fetchIt.error;
  const submit = handleSubmit((fields) => {
    fetchIt.reset();
    enter.mutate({ ...fields, extraction: Number(fields.extraction) });
  });
  return (
    <Card padded>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <h3 className="text-lg">Registrar um resultado</h3>
        <p className="text-sm text-ink-soft">
          O resultado oficial chega sozinho. Um digitado é só uma prévia: sorteia apenas se nenhuma fonte
          publicar em {OFFICIAL_WAIT_HOURS} horas e duas pessoas aprovarem, e fica marcado até a fonte oficial
          confirmar.
          {isDemo && ' Nesta demonstração ele não espera: conta assim que a segunda pessoa aprova.'}
        </p>
        <ExtractionFields register={register} />
        <LotteryPrizeFields register={register} errors={formState.errors} />
        <Field
          label="Onde foi lido"
          hint="Ou por que um resultado digitado, já aprovado, está sendo corrigido. Aparece na página do sorteio."
        >
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
  const done = (sentence: string) => async () => {
    toast.success(sentence);
    onEntered();
    await client.invalidateQueries({ queryKey: queries.draws.key() });
  };
  const enter = useMutation(
    queries.draws.enterResult.mutationOptions({ onSuccess: done('Resultado registrado para conferência.') }),
  );
  const fetchIt = useMutation(
    queries.draws.fetchResult.mutationOptions({ onSuccess: done('Resultado recebido do serviço oficial.') }),
  );
  return { enter, fetchIt };
}

function ExtractionFields({ register }: { register: UseFormRegister<ResultFields> }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <ExtractionNumberField registration={register('extraction')} />
      <Field label="Dia do resultado">
        <DateInput {...register('date')} required />
      </Field>
    </div>
  );
}

const prizeErrors: Record<TypedPrizeError, string> = {
  EMPTY: 'Digite o prêmio.',
  NOT_A_NUMBER: 'Só algarismos, como 29004 ou 29.004.',
  TOO_FEW_DIGITS: 'Faltam algarismos: são cinco.',
  TOO_MANY_DIGITS: 'Sobram algarismos: são cinco, com ou sem um zero na frente.',
  MISPLACED_SEPARATOR: 'O ponto só pode separar os três últimos, como 29.004.',
};

function validatePrize(typed: string): string | true {
  const read = readTypedPrize(typed);
  return read.ok || prizeErrors[read.code];
}

interface LotteryPrizeFieldsProps {
  register: UseFormRegister<ResultFields>;
  errors: FieldErrors<ResultFields>;
}

function LotteryPrizeFields({ register, errors }: LotteryPrizeFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-bold">Prêmios, como a Loteria Federal publica</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {PLACES.map((place, index) => (
          <Field key={place} label={`${place}º prêmio`} error={errors.prizes?.[index]?.message}>
            <Input
              {...register(`prizes.${index}`, { validate: validatePrize })}
              required
              inputMode="decimal"
              maxLength={20}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
