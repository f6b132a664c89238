import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import type { ComingExtractionView } from '@mare/contract/draws/lottery-archive.ts';
import { queries } from '../../../api.ts';
import { formatDateTime, formatInteger } from '../../../format.ts';
import { Field, Select } from '../../../ui/form/field.tsx';
import { dateTimeText, readDateTime } from '../../../admin/typed-values.ts';
import type { RifaFields } from './rifa-fields.ts';

/** Selects the extraction that decides the rifa. A stored date stays selectable even if it is no upcoming extraction. */
export function DrawDateField() {
  const { register, formState, watch } = useFormContext<RifaFields>();
  const coming = useQuery(queries.draws.coming.queryOptions());
  const stored = watch('drawDate');
  const options = (coming.data ?? []).map((extraction) => ({
    value: dateTimeText(extraction.runsAt),
    label: extractionLabel(extraction),
  }));
  const storedAt = readDateTime(stored);
  // A single list keeps the element of the selected option when the others load.
  if (storedAt && !options.some(({ value }) => value === stored))
    options.unshift({ value: stored, label: formatDateTime(storedAt) });
  return (
    <Field
      label="Extração que decide"
      hint="Da Loteria Federal, no horário de Maceió. As vendas terminam uma hora antes; se a loteria mudar o dia, vale a regra publicada."
      error={formState.errors.drawDate?.message}
    >
      <Select
        {...register('drawDate', {
          validate: (date) => readDateTime(date) !== null || 'Escolha a extração.',
        })}
      >
        <option value="">{coming.isPending ? 'Carregando...' : 'Escolha a extração'}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function extractionLabel({ number, runsAt, announced }: ComingExtractionView): string {
  return `${formatDateTime(runsAt)} · extração ${formatInteger(number)}${announced ? '' : ' (prevista)'}`;
}
