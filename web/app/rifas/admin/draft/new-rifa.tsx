import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adminRifaLink } from '../../../admin/rifa-links.ts';
import { QueryState } from '../../../admin/lists/query-state.tsx';
import { dateTimeText } from '../../../admin/typed-values.ts';
import { queries } from '../../../api.ts';
import { formatDate } from '../../../format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, Input, Select } from '../../../ui/form/field.tsx';
import { NEW_RIFA_FIELDS, rifaOf } from '../fields/rifa-fields.ts';
import { SaveFailure, useSaveRifa } from '../save-rifa.tsx';
import { type TemplateName, TEMPLATES } from './templates.ts';
import { serverNow } from '../../../ui/server-clock.ts';

/** Minimum days of sales before the suggested extraction. */
const SUGGESTED_DAYS = 21;
const DAY_MS = 86_400_000;

/** Starts a rifa from a template or from an earlier rifa. Everything else is filled in step by step. */
export function NewRifa() {
  const [source, setSource] = useState('blank');
  const earlier = useQuery(queries.admin.rifas.list.queryOptions({ input: {} }));
  const template = source in TEMPLATES ? (source as TemplateName) : null;
  return (
    <>
      <h1 className="text-3xl">Nova Rifa</h1>
      <Card padded className="grid gap-5">
        <Field
          label="Começar de"
          hint={
            template
              ? TEMPLATES[template].hint
              : 'Copia textos, fotos, preços, prêmios e opções. A autorização e as datas, não.'
          }
        >
          <Select value={source} onChange={(event) => setSource(event.target.value)}>
            <optgroup label="Modelos">
              {Object.entries(TEMPLATES).map(([name, { label }]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </optgroup>
            {earlier.data && earlier.data.rows.length > 0 && (
              <optgroup label="Rifas anteriores">
                {earlier.data.rows.map(({ id, title, createdAt }) => (
                  <option key={id} value={id}>
                    {title}, de {formatDate(createdAt)}
                  </option>
                ))}
              </optgroup>
            )}
          </Select>
        </Field>
        {template ? <FromTemplate template={template} /> : <FromEarlier rifaId={source} />}
      </Card>
    </>
  );
}

/** Stores a draft from its title on. */
function FromTemplate({ template }: { template: TemplateName }) {
  const navigate = useNavigate();
  const settings = useQuery(queries.admin.settings.read.queryOptions());
  const coming = useQuery(queries.draws.coming.queryOptions());
  const [title, setTitle] = useState('');
  const [isAsked, setAsked] = useState(false);
  const save = useSaveRifa(({ id }) => void navigate(adminRifaLink(id), { replace: true }));
  if (!settings.data || coming.isPending) return <QueryState query={settings.data ? coming : settings} />;
  const cities = settings.data.eligibleCities.value.join('\n');
  const { organiser, cnpj } = settings.data.contacts.value;
  const who = { organiserName: organiser, organiserCnpj: cnpj };
  const submit = () => {
    setAsked(true);
    if (title.trim() === '') return;
    const drawDate = dateTimeText(suggestedDraw(coming.data ?? []));
    const { fields } = TEMPLATES[template];
    const rifa = rifaOf({ ...NEW_RIFA_FIELDS, eligibleCities: cities, ...who, ...fields, title, drawDate });
    save.mutate({ id: null, version: 0, rifa });
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Título"
        hint="Como na vitrine: ‘Moto Biz 125’. Pode mudar depois."
        error={isAsked && title.trim() === '' ? 'Dê um título à rifa.' : undefined}
      >
        <Input maxLength={120} value={title} onChange={(event) => setTitle(event.target.value)} />
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
  );
}

function FromEarlier({ rifaId }: { rifaId: string }) {
  const navigate = useNavigate();
  const duplicate = useMutation(
    queries.admin.rifas.duplicate.mutationOptions({
      onSuccess: ({ id }) => void navigate(adminRifaLink(id), { replace: true }),
    }),
  );
  return (
    <>
      {duplicate.isError && <SaveFailure error={duplicate.error} />}
      <Button
        variant="secondary"
        className="justify-self-start"
        loading={duplicate.isPending}
        loadingText="Criando..."
        onClick={() => duplicate.mutate({ id: rifaId })}
      >
        Criar rascunho
      </Button>
    </>
  );
}

/** The first extraction that leaves three weeks to sell, or the last one known. */
function suggestedDraw(coming: readonly { runsAt: string }[]): string {
  const leaves = serverNow().getTime() + SUGGESTED_DAYS * DAY_MS;
  const found = coming.find(({ runsAt }) => Date.parse(runsAt) >= leaves) ?? coming.at(-1);
  return found?.runsAt ?? new Date(leaves).toISOString();
}
