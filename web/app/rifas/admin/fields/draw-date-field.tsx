import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import type { ComingExtractionView } from '@mare/contract/draws/lottery-archive.ts';
import { momentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { queries } from '../../../api.ts';
import { formatDateTime, formatPercent } from '../../../format.ts';
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
    label: optionLabel(extraction),
  }));
  const storedAt = readDateTime(stored);
  // A single list keeps the element of the selected option when the others load.
  if (storedAt && !options.some(({ value }) => value === stored))
    options.unshift({ value: stored, label: formatDateTime(storedAt) });
  return (
    <Field
      label="Extração que decide"
      hint="Da Loteria Federal, no horário de Maceió. As vendas terminam antes, como declarado em ‘Fim das vendas’; se a loteria mudar o dia, vale a regra publicada."
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

/** The moment comes first: a phone shows only the start of the selected option. */
function optionLabel({ number, runsAt, announced, confidence, isNumberKnown }: ComingExtractionView): string {
  const moment = capitalize(momentLabel(new Date(runsAt)));
  if (announced) return `${moment}, extração ${number} (anunciada)`;
  const measured = confidence === null ? '' : `, acertada em ${formatPercent(confidence * 100)} das vezes`;
  return isNumberKnown
    ? `${moment}, extração ${number} (prevista${measured})`
    : `${moment} (prevista${measured}; número a confirmar)`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
