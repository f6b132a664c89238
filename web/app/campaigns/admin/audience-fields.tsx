import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import type { EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import { queries } from '../../api.ts';
import { Field, Input, Select } from '../../ui/form/field.tsx';

/** Conditions of a campaign's audience besides the segments. */
export function AudienceFields() {
  const { register, watch } = useFormContext<EditedCampaign>();
  const rifas = useQuery(queries.admin.rifas.list.queryOptions({ input: {} }));
  const chosen = watch('boughtRifaId');
  const published = rifas.data?.rows.filter(({ status }) => status !== 'draft') ?? [];
  const isListed = chosen === null || published.some(({ id }) => id === chosen);
  return (
    <>
      <Field label="Só quem comprou em" hint="Com pelo menos um pedido pago.">
        <Select {...register('boughtRifaId', { setValueAs: (id: string | null) => id || null })}>
          <option value="">Qualquer rifa, ou nenhuma</option>
          {!isListed && <option value={chosen}>A rifa já escolhida</option>}
          {published.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Só quem mora em" optional hint="O nome da cidade, como ‘Maceió’.">
        <Input maxLength={80} autoComplete="off" {...register('city')} />
      </Field>
    </>
  );
}
