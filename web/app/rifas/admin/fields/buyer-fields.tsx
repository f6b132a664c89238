import { useFormContext } from 'react-hook-form';
import { Switch } from '../../../ui/form/checkbox.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';
import { digitsOf, filterInput, positiveDigitsOf } from '../../../ui/form/field-rules.ts';
import type { OptionFields } from './option-fields.ts';

const IMMUTABLE_HINT = 'Não muda depois que a rifa é publicada.';
const MAX_VIP_HOURS = 168;

/** Limits on buyers, quantities and times of sale. */
export function BuyerFields({ isPublished }: { isPublished: boolean }) {
  const { register } = useFormContext<OptionFields>();
  return (
    <>
      <Field
        label="Máximo de cotas por pessoa"
        optional
        hint={
          isPublished
            ? IMMUTABLE_HINT
            : 'Soma todos os pedidos da pessoa, com o bônus. Em branco, sem limite.'
        }
      >
        <Input
          inputMode="numeric"
          maxLength={8}
          className="sm:max-w-60"
          readOnly={isPublished}
          {...filterInput(register('maxPerPerson'), positiveDigitsOf)}
        />
      </Field>
      <Switch
        label="Exclusiva para VIPs"
        hint={isPublished ? IMMUTABLE_HINT : 'Só clientes VIP podem comprar.'}
        disabled={isPublished}
        {...register('vipOnly')}
      />
      <Field
        label="Acesso antecipado para VIPs, em horas"
        optional
        hint={
          isPublished
            ? IMMUTABLE_HINT
            : `VIPs compram estas horas antes de todo mundo, até ${MAX_VIP_HOURS}. Em branco, ninguém antes.`
        }
      >
        <Input
          inputMode="numeric"
          maxLength={3}
          className="sm:max-w-60"
          readOnly={isPublished}
          {...filterInput(register('vipHours'), vipHoursOf)}
        />
      </Field>
    </>
  );
}

function vipHoursOf(text: string): string {
  const hours = Math.min(MAX_VIP_HOURS, Number(digitsOf(text)));
  return hours === 0 ? '' : String(hours);
}
