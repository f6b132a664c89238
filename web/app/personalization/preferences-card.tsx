import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import {
  CATEGORIES,
  type Category,
  type Frequency,
  type Preferences,
  type Theme,
} from '@mare/domain/personalization/preferences.ts';
import { queries } from '../api.ts';
import { chooseTheme } from '../document/theme.tsx';
import { errorMessage } from '../messages.ts';
import { centavosText, parseCentavos } from '../ui/form/parsing/typed-reais.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/form/checkbox.tsx';
import { Field, Input, Options, Select } from '../ui/form/field.tsx';
import { ErrorState, FormError, Skeleton } from '../ui/states.tsx';

const categoryNames: Record<Category, string> = { product: 'Produtos', service: 'Serviços e passeios' };
const frequencyNames: Record<Frequency, string> = {
  daily: 'No máximo uma por dia',
  weekly: 'No máximo uma por semana',
  monthly: 'No máximo uma por mês',
};
const themeNames: Record<Theme, string> = { auto: 'Como no aparelho', light: 'Claro', dark: 'Escuro' };

/** A buyer's preferences for recommendations, offers and theme. */
export function PreferencesCard() {
  const answer = useQuery(queries.personalization.preferences.queryOptions());
  return (
    <section aria-labelledby="preferencias" className="grid gap-4">
      <h2 id="preferencias" className="text-2xl">
        Preferências
      </h2>
      {answer.isError && (
        <ErrorState title="Não foi possível carregar as preferências." onRetry={() => answer.refetch()} />
      )}
      {answer.isPending && <Skeleton className="h-80" />}
      {answer.data && <PreferencesForm preferences={answer.data.preferences} />}
    </section>
  );
}

function PreferencesForm({ preferences }: { preferences: Preferences }) {
  const { minCentavos, maxCentavos, ...rest } = preferences;
  const { register, handleSubmit, control } = useForm<PreferenceFields>({
    defaultValues: { ...rest, least: centavosText(minCentavos), most: centavosText(maxCentavos) },
  });
  const save = useSavePreferences();
  const range = readRange(...useWatch({ control, name: ['least', 'most'] }));
  const submit = handleSubmit(({ least: _least, most: _most, ...edited }) => {
    const favoriteCategories = CATEGORIES.filter((each) => edited.favoriteCategories.includes(each));
    if (range) save.mutate({ ...edited, ...range, favoriteCategories });
  });
  return (
    <Card padded>
      <form className="grid gap-5" onSubmit={(event) => void submit(event)} onInput={() => save.reset()}>
        <FavoriteCategories register={register} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="Cota a partir de, em reais">
            <Input inputMode="decimal" {...register('least')} />
          </Field>
          <Field
            label="Cota até, em reais"
            error={range ? undefined : 'Informe dois valores, o menor primeiro.'}
          >
            <Input inputMode="decimal" {...register('most')} />
          </Field>
          <Field label="Hora das ofertas por e-mail" hint="Horário de Maceió.">
            <Input
              {...register('notificationTime', { setValueAs: (time: string) => time.slice(0, 5) })}
              type="time"
              required
            />
          </Field>
          <Field label="Quantas ofertas">
            <Select {...register('frequency')}>
              <Options labels={frequencyNames} />
            </Select>
          </Field>
          <Field label="Cores do site">
            <Select {...register('theme')}>
              <Options labels={themeNames} />
            </Select>
          </Field>
        </div>
        <FormError>{save.isError ? errorMessage(save.error) : null}</FormError>
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          loading={save.isPending}
          loadingText="Salvando..."
        >
          Salvar preferências
        </Button>
      </form>
    </Card>
  );
}

type PreferenceFields = Omit<Preferences, 'minCentavos' | 'maxCentavos'> & { least: string; most: string };

/** Null if either amount is invalid or the range is reversed. */
function readRange(least: string, most: string) {
  const [minCentavos, maxCentavos] = [parseCentavos(least), parseCentavos(most)];
  return minCentavos !== null && maxCentavos !== null && minCentavos <= maxCentavos
    ? { minCentavos, maxCentavos }
    : null;
}

function FavoriteCategories({ register }: { register: UseFormRegister<PreferenceFields> }) {
  return (
    <fieldset className="grid gap-x-6 sm:grid-cols-2">
      <legend className="text-sm font-bold">O que você gosta de ver nas recomendações</legend>
      {CATEGORIES.map((category) => (
        <Checkbox
          key={category}
          label={categoryNames[category]}
          value={category}
          {...register('favoriteCategories')}
        />
      ))}
      <p className="text-sm text-ink-soft sm:col-span-2">Sem nenhuma escolhida, mostramos de tudo.</p>
    </fieldset>
  );
}

function useSavePreferences() {
  const cache = useQueryClient();
  return useMutation(
    queries.personalization.savePreferences.mutationOptions({
      onSuccess: async (_, { theme }) => {
        chooseTheme(theme);
        toast.success('Preferências salvas!');
        await cache.invalidateQueries({ queryKey: queries.personalization.key() });
      },
    }),
  );
}
