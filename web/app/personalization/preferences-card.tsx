import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
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
import { sentenceFor } from '../messages.ts';
import { centavosText, readCentavos } from '../ui/form/typed-reais.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox, Field, Input, Options, Select } from '../ui/form/field.tsx';
import { ErrorState, FormError, Skeleton } from '../ui/states.tsx';

const categoryNames: Record<Category, string> = { product: 'Produtos', service: 'Serviços e passeios' };
const frequencyNames: Record<Frequency, string> = {
  daily: 'No máximo uma por dia',
  weekly: 'No máximo uma por semana',
  monthly: 'No máximo uma por mês',
};
const themeNames: Record<Theme, string> = { auto: 'Como no aparelho', light: 'Claro', dark: 'Escuro' };

/** What one likes to be shown, and when to be written to. */
export function PreferencesCard() {
  const answer = useQuery(queries.personalization.preferences.queryOptions());
  return (
    <section aria-labelledby="preferencias" className="grid gap-4">
      <h2 id="preferencias" className="text-2xl">
        Preferências
      </h2>
      {answer.isError && (
        <ErrorState
          title="Não foi possível carregar as preferências."
          onRetry={() => void answer.refetch()}
        />
      )}
      {answer.isPending && <Skeleton className="h-80" />}
      {answer.data && <PreferencesForm preferences={answer.data.preferences} />}
    </section>
  );
}

function PreferencesForm({ preferences }: { preferences: Preferences }) {
  const [edited, setEdited] = useState(preferences);
  const [least, setLeast] = useState(centavosText(preferences.minCentavos));
  const [most, setMost] = useState(centavosText(preferences.maxCentavos));
  const save = useSavePreferences();
  const change = (changes: Partial<Preferences>) => setEdited({ ...edited, ...changes });
  const [minCentavos, maxCentavos] = [readCentavos(least), readCentavos(most)];
  const isRange = minCentavos !== null && maxCentavos !== null && minCentavos <= maxCentavos;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isRange) save.mutate({ ...edited, minCentavos, maxCentavos });
  };
  return (
    <Card padded>
      <form className="grid gap-5" onSubmit={submit} onInput={() => save.reset()}>
        <FavoriteCategories
          chosen={edited.favoriteCategories}
          onChange={(favoriteCategories) => change({ favoriteCategories })}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="Cota a partir de, em reais">
            <Input inputMode="decimal" value={least} onChange={(event) => setLeast(event.target.value)} />
          </Field>
          <Field
            label="Cota até, em reais"
            error={isRange ? undefined : 'Informe dois valores, o menor primeiro.'}
          >
            <Input inputMode="decimal" value={most} onChange={(event) => setMost(event.target.value)} />
          </Field>
          <Field label="Hora das ofertas por e-mail" hint="Horário de Maceió.">
            <Input
              type="time"
              required
              value={edited.notificationTime}
              onChange={(event) => change({ notificationTime: event.target.value.slice(0, 5) })}
            />
          </Field>
          <Field label="Quantas ofertas">
            <Select
              value={edited.frequency}
              onChange={(event) => change({ frequency: event.target.value as Frequency })}
            >
              <Options labels={frequencyNames} />
            </Select>
          </Field>
          <Field label="Cores do site">
            <Select value={edited.theme} onChange={(event) => change({ theme: event.target.value as Theme })}>
              <Options labels={themeNames} />
            </Select>
          </Field>
        </div>
        <FormError>{save.isError ? sentenceFor(save.error) : null}</FormError>
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

interface FavoriteCategoriesProps {
  chosen: readonly Category[];
  onChange: (chosen: Category[]) => void;
}

function FavoriteCategories({ chosen, onChange }: FavoriteCategoriesProps) {
  return (
    <fieldset className="grid gap-x-6 sm:grid-cols-2">
      <legend className="text-sm font-bold">O que você gosta de ver nas recomendações</legend>
      {CATEGORIES.map((category) => (
        <Checkbox
          key={category}
          label={categoryNames[category]}
          checked={chosen.includes(category)}
          onChange={({ target }) =>
            onChange(
              CATEGORIES.filter((each) => (each === category ? target.checked : chosen.includes(each))),
            )
          }
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
