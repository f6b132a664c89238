import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { adminRifaLink } from '../../../admin/rifa-links.ts';
import { QueryState } from '../../../admin/query-state.tsx';
import { dateTimeText } from '../../../admin/typed-values.ts';
import { queries } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';
import { NEW_RIFA_FIELDS, rifaOf } from '../fields/rifa-fields.ts';
import { SaveFailure, useSaveRifa } from '../save-rifa.tsx';

/** Days of sales that the first suggested extraction leaves. */
const SUGGESTED_DAYS = 21;
const DAY_MS = 86_400_000;

/** Stores a draft from its title on; everything else is filled in step by step. */
export function NewRifa() {
  const navigate = useNavigate();
  const settings = useQuery(queries.admin.settings.read.queryOptions());
  const coming = useQuery(queries.draws.coming.queryOptions());
  const form = useForm({ defaultValues: { title: '' } });
  const save = useSaveRifa(({ id }) => void navigate(adminRifaLink(id), { replace: true }));
  if (!settings.data || coming.isPending) return <QueryState query={settings.data ? coming : settings} />;
  const cities = settings.data.eligibleCities.value.join('\n');
  const submit = form.handleSubmit(({ title }) => {
    const drawDate = dateTimeText(suggestedDraw(coming.data ?? []));
    const rifa = rifaOf({ ...NEW_RIFA_FIELDS, title, drawDate, eligibleCities: cities });
    save.mutate({ id: null, version: 0, rifa });
  });
  return (
    <>
      <h1 className="text-3xl">Nova Rifa</h1>
      <Card padded>
        <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
          <Field
            label="Título"
            hint="Como na vitrine: ‘Moto Biz 125’. Pode mudar depois."
            error={form.formState.errors.title?.message}
          >
            <Input
              maxLength={120}
              {...form.register('title', {
                validate: (title) => title.trim() !== '' || 'Dê um título à rifa.',
              })}
            />
          </Field>
          {save.isError && <SaveFailure error={save.error} />}
          <Button
            type="submit"
            variant="secondary"
            className="justify-self-start"
            loading={save.isPending}
            loadingText="Criando..."
          >
            Criar rascunho
          </Button>
        </form>
      </Card>
    </>
  );
}

/** The first extraction that leaves three weeks to sell, or the last one known. */
function suggestedDraw(coming: readonly { runsAt: string }[]): string {
  const leaves = Date.now() + SUGGESTED_DAYS * DAY_MS;
  const found = coming.find(({ runsAt }) => Date.parse(runsAt) >= leaves) ?? coming.at(-1);
  return found?.runsAt ?? new Date(leaves).toISOString();
}
