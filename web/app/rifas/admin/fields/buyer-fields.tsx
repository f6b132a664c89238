import { useState } from 'react';
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import { Field, Input, Switch } from '../../../ui/form/field.tsx';

const STAYS = 'Não muda depois que a rifa é publicada.';
const MAX_VIP_HOURS = 168;

interface BuyerFieldsProps {
  isPublished: boolean;
  options: RifaOptions;
  onChange: (options: RifaOptions) => void;
}

/** Limits on buyers, quantities and times of sale. */
export function BuyerFields({ isPublished, options, onChange }: BuyerFieldsProps) {
  const [maxPerPerson, setMaxPerPerson] = useState(options.maxPerPerson?.toString() ?? '');
  function changeMax(typed: string) {
    const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '');
    setMaxPerPerson(digits);
    onChange({ ...options, maxPerPerson: digits === '' ? null : Number(digits) });
  }
  return (
    <>
      <Field
        label="Máximo de cotas por pessoa"
        optional
        hint={isPublished ? STAYS : 'Soma todos os pedidos da pessoa, com o bônus. Em branco, sem limite.'}
      >
        <Input
          inputMode="numeric"
          maxLength={8}
          className="sm:max-w-60"
          readOnly={isPublished}
          value={maxPerPerson}
          onChange={(event) => changeMax(event.target.value)}
        />
      </Field>
      <Switch
        label="Exclusiva para VIPs"
        hint={isPublished ? STAYS : 'Só clientes VIP podem comprar.'}
        disabled={isPublished}
        checked={options.vipOnly}
        onChange={(event) => onChange({ ...options, vipOnly: event.target.checked })}
      />
      <Field
        label="Acesso antecipado para VIPs, em horas"
        optional
        hint={
          isPublished
            ? STAYS
            : `VIPs compram estas horas antes de todo mundo, até ${MAX_VIP_HOURS}. Em branco, ninguém antes.`
        }
      >
        <Input
          inputMode="numeric"
          maxLength={3}
          className="sm:max-w-60"
          readOnly={isPublished}
          value={options.vipHours === 0 ? '' : options.vipHours}
          onChange={(event) =>
            onChange({
              ...options,
              vipHours: Math.min(MAX_VIP_HOURS, Number(event.target.value.replaceAll(/\D/g, ''))),
            })
          }
        />
      </Field>
    </>
  );
}
