import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
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
import { sentenceFor } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { placeWords } from './place-labels.ts';

interface Variant {
  name: string;
  phrase: string;
  on: boolean;
  /** As typed, in percent. */
  traffic: string;
}

const LETTERS = 'ABCD';

function withEvenTraffic(variants: Omit<Variant, 'traffic'>[]): Variant[] {
  const shares = evenTraffic(variants.length);
  return variants.map((variant, at) => ({ ...variant, traffic: String(shares[at]) }));
}

const blank = (at: number) => ({ name: `Variante ${LETTERS[at]}`, phrase: '', on: at > 0 });

interface NewTestDialogProps {
  /** Places where a test runs already. */
  running: string[];
  onClose: () => void;
}

/** What is compared, where, and for which part of the visitors each. The test begins when it is saved. */
export function NewTestDialog({ running, onClose }: NewTestDialogProps) {
  const free = TEST_PLACE_KEYS.filter((key) => !running.includes(key));
  const [name, setName] = useState('');
  const [place, setPlace] = useState<TestPlace | undefined>(free[0]);
  const [variants, setVariants] = useState(() => withEvenTraffic([blank(0), blank(1)]));
  const start = useStartTest(onClose);
  if (!place)
    return (
      <Dialog open onOpenChange={(open) => open || onClose()} title="Novo teste A/B" size="sm">
        <p>Já há um teste em andamento em cada lugar da loja. Encerre um deles para começar outro.</p>
      </Dialog>
    );
  const total = variants.reduce((sum, { traffic }) => sum + Number(traffic), 0);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    start.mutate({
      place,
      name,
      variants: variants.map(({ traffic, ...variant }) => ({
        ...variant,
        trafficPercentage: Number(traffic),
      })),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Novo teste A/B"
      description="Começa assim que for salvo. A mesma pessoa vê sempre a mesma variante."
      size="lg"
    >
      <form className="grid gap-5" onSubmit={submit} onInput={() => start.reset()}>
        <Field label="Nome do teste">
          <Input
            required
            minLength={3}
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="Onde" hint={placeWords[place].about}>
          <Select value={place} onChange={(event) => setPlace(event.target.value as TestPlace)}>
            {free.map((key) => (
              <option key={key} value={key}>
                {placeWords[key].label}
              </option>
            ))}
          </Select>
        </Field>
        <VariantList variants={variants} place={place} onChange={setVariants} />
        <FormError>
          {total === 100 ? null : `As partes do tráfego somam ${total}%: precisam somar 100%.`}
        </FormError>
        <FormError>{start.isError ? sentenceFor(start.error) : null}</FormError>
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
    </Dialog>
  );
}

interface VariantListProps {
  variants: Variant[];
  place: TestPlace;
  onChange: (variants: Variant[]) => void;
}

/** Two to four, which share the visitors evenly until somebody says otherwise. */
function VariantList({ variants, place, onChange }: VariantListProps) {
  return (
    <>
      {variants.map((variant, at) => (
        <VariantFields
          key={LETTERS[at]}
          letter={LETTERS[at]!}
          place={place}
          variant={variant}
          onChange={(changes) => onChange(variants.with(at, { ...variant, ...changes }))}
          onRemove={
            variants.length > VARIANTS_MIN
              ? () => onChange(withEvenTraffic(variants.filter((_, index) => index !== at)))
              : undefined
          }
        />
      ))}
      {variants.length < VARIANTS_MAX && (
        <Button
          variant="outline"
          size="sm"
          icon="plus"
          className="justify-self-start"
          onClick={() => onChange(withEvenTraffic([...variants, blank(variants.length)]))}
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
  letter: string;
  place: TestPlace;
  variant: Variant;
  onChange: (changes: Partial<Variant>) => void;
  onRemove?: () => void;
}

function VariantFields({ letter, place, variant, onChange, onRemove }: VariantFieldsProps) {
  return (
    <fieldset className="grid gap-3 rounded-lg bg-sunken p-4">
      <legend className="sr-only">Variante {letter}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field label={`Nome da variante ${letter}`}>
          <Input
            required
            maxLength={60}
            value={variant.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        <Field label={`Tráfego de ${letter}, em %`}>
          <Input
            required
            inputMode="numeric"
            maxLength={2}
            pattern="[1-9][0-9]?"
            title="De 1 a 99, em números inteiros."
            value={variant.traffic}
            onChange={(event) => onChange({ traffic: event.target.value.replaceAll(/\D/g, '') })}
          />
        </Field>
      </div>
      {TEST_PLACES[place] === 'phrase' ? (
        <Field label={`Frase de ${letter}`} optional hint="Em branco, nada aparece.">
          <Textarea
            rows={2}
            maxLength={PHRASE_MAX}
            value={variant.phrase}
            onChange={(event) => onChange({ phrase: event.target.value })}
          />
        </Field>
      ) : (
        <Checkbox
          label={placeWords[place].on}
          checked={variant.on}
          onChange={(event) => onChange({ on: event.target.checked })}
        />
      )}
      {onRemove && (
        <Button variant="quiet" size="sm" className="justify-self-start" onClick={onRemove}>
          Tirar variante {letter}
        </Button>
      )}
    </fieldset>
  );
}
