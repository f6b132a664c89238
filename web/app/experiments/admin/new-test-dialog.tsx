import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useFieldArray, useForm, useFormContext, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import {
  evenTraffic,
  PHRASE_MAX,
  TEST_PLACE_KEYS,
  TEST_PLACES,
  type TestPlace,
  VARIANTS_MAX,
  VARIANTS_MIN,
} from '@mare/domain/experiments/places.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field, Input, Select, Textarea } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { placeLabels } from './place-labels.ts';

interface Variant {
  name: string;
  phrase: string;
  on: boolean;
  /** In percent. */
  traffic: string;
}

const LETTERS = 'ABCD';

function withEvenTraffic(variants: Omit<Variant, 'traffic'>[]): Variant[] {
  const shares = evenTraffic(variants.length);
  return variants.map((variant, at) => ({ ...variant, traffic: String(shares[at]) }));
}

interface TestFields {
  name: string;
  place: TestPlace;
  variants: Variant[];
}

const blank = (at: number) => ({ name: `Variante ${LETTERS[at]}`, phrase: '', on: at > 0 });

interface NewTestDialogProps {
  /** Places with a running test. */
  running: string[];
  onClose: () => void;
}

/** Creates and starts an A/B test. */
export function NewTestDialog({ running, onClose }: NewTestDialogProps) {
  const free = TEST_PLACE_KEYS.filter((key) => !running.includes(key));
  if (!free[0])
    return (
      <Dialog open onOpenChange={(open) => open || onClose()} title="Novo teste A/B" size="sm">
        <p>Já há um teste em andamento em cada lugar da loja. Encerre um deles para começar outro.</p>
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Novo teste A/B"
      description="Começa assim que for salvo. A mesma pessoa vê sempre a mesma variante."
      size="lg"
    >
      <NewTestForm free={free} first={free[0]} onStarted={onClose} />
    </Dialog>
  );
}

interface NewTestFormProps {
  /** Places without a running test. */
  free: TestPlace[];
  first: TestPlace;
  onStarted: () => void;
}

function NewTestForm({ free, first, onStarted }: NewTestFormProps) {
  const form = useForm<TestFields>({
    defaultValues: { name: '', place: first, variants: withEvenTraffic([blank(0), blank(1)]) },
  });
  const { register, control } = form;
  const [place, variants] = useWatch({ control, name: ['place', 'variants'] });
  const start = useStartTest(onStarted);
  const total = variants.reduce((sum, { traffic }) => sum + Number(traffic), 0);
  const submit = form.handleSubmit((fields) =>
    start.mutate({
      ...fields,
      variants: fields.variants.map(({ traffic, ...variant }) => ({
        ...variant,
        trafficPercentage: Number(traffic),
      })),
    }),
  );
  return (
    <FormProvider {...form}>
      <form className="grid gap-5" onSubmit={(event) => void submit(event)} onInput={() => start.reset()}>
        <Field label="Nome do teste">
          <Input {...register('name')} required minLength={3} maxLength={80} />
        </Field>
        <Field label="Onde" hint={placeLabels[place].about}>
          <Select {...register('place')}>
            {free.map((key) => (
              <option key={key} value={key}>
                {placeLabels[key].label}
              </option>
            ))}
          </Select>
        </Field>
        <VariantList place={place} />
        <FormError>
          {total === 100 ? null : `As partes do tráfego somam ${total}%: precisam somar 100%.`}
        </FormError>
        <FormError>{start.isError ? errorMessage(start.error) : null}</FormError>
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          loading={start.isPending}
          disabled={total !== 100}
        >
          Começar teste
        </Button>
      </form>
    </FormProvider>
  );
}

/** Two to four variants. Adding or removing one resets the traffic to an even split. */
function VariantList({ place }: { place: TestPlace }) {
  const { control, getValues } = useFormContext<TestFields>();
  const { fields, replace } = useFieldArray({ control, name: 'variants' });
  return (
    <>
      {fields.map((field, at) => (
        <VariantFields
          key={field.id}
          at={at}
          place={place}
          onRemove={
            fields.length > VARIANTS_MIN
              ? () => replace(withEvenTraffic(getValues('variants').filter((_, index) => index !== at)))
              : undefined
          }
        />
      ))}
      {fields.length < VARIANTS_MAX && (
        <Button
          variant="outline"
          size="sm"
          icon="plus"
          className="justify-self-start"
          onClick={() => replace(withEvenTraffic([...getValues('variants'), blank(fields.length)]))}
        >
          Adicionar variante
        </Button>
      )}
    </>
  );
}

function useStartTest(onStarted: () => void) {
  const cache = useQueryClient();
  return useMutation(
    queries.experiments.start.mutationOptions({
      onSuccess: async () => {
        toast.success('Teste começado.');
        await cache.invalidateQueries({ queryKey: queries.experiments.key() });
        onStarted();
      },
    }),
  );
}

interface VariantFieldsProps {
  /** 0-based. */
  at: number;
  place: TestPlace;
  onRemove: (() => void) | undefined;
}

function VariantFields({ at, place, onRemove }: VariantFieldsProps) {
  const { register, setValue } = useFormContext<TestFields>();
  const letter = LETTERS[at];
  return (
    <fieldset className="grid gap-3 rounded-lg bg-sunken p-4">
      <legend className="sr-only">Variante {letter}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field label={`Nome da variante ${letter}`}>
          <Input {...register(`variants.${at}.name`)} required maxLength={60} />
        </Field>
        <Field label={`Tráfego de ${letter}, em %`}>
          <Input
            {...register(`variants.${at}.traffic`, {
              onChange: ({ target }: { target: HTMLInputElement }) =>
                setValue(`variants.${at}.traffic`, target.value.replaceAll(/\D/g, '')),
            })}
            required
            inputMode="numeric"
            maxLength={2}
            pattern="[1-9][0-9]?"
            title="De 1 a 99, em números inteiros."
          />
        </Field>
      </div>
      {TEST_PLACES[place] === 'phrase' ? (
        <Field label={`Frase de ${letter}`} optional hint="Em branco, nada aparece.">
          <Textarea rows={2} {...register(`variants.${at}.phrase`)} maxLength={PHRASE_MAX} />
        </Field>
      ) : (
        <Checkbox label={placeLabels[place].on} {...register(`variants.${at}.on`)} />
      )}
      {onRemove && (
        <Button variant="quiet" size="sm" className="justify-self-start" onClick={onRemove}>
          Tirar variante {letter}
        </Button>
      )}
    </fieldset>
  );
}
