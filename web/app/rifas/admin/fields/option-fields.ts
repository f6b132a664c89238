import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import { dateTimeText, readDateTime } from '../../../admin/typed-values.ts';
import { centavosText, parseCentavos } from '../../../ui/form/parsing/typed-reais.ts';

/** Cota premiada with unparsed values. */
export interface TypedPrize {
  name: string;
  value: string;
  count: string;
}

/** Options of a rifa as typed. */
export interface OptionFields extends Omit<
  RifaOptions,
  'maxPerPerson' | 'vipHours' | 'unsoldMinPercent' | 'extremes' | 'instantPrizes'
> {
  maxPerPerson: string;
  vipHours: string;
  unsoldMinPercent: string;
  extremes: { prize: string; from: string; to: string };
  instantPrizes: TypedPrize[];
}

export function optionFieldsOf(options: RifaOptions): OptionFields {
  const { maxPerPerson, vipHours, unsoldMinPercent, extremes, instantPrizes } = options;
  return {
    ...options,
    maxPerPerson: maxPerPerson?.toString() ?? '',
    vipHours: vipHours === 0 ? '' : String(vipHours),
    unsoldMinPercent: String(unsoldMinPercent),
    extremes: {
      prize: extremes?.prize ?? '',
      from: dateTimeText(extremes?.from ?? null),
      to: dateTimeText(extremes?.to ?? null),
    },
    instantPrizes: instantPrizes.map(({ name, valueCentavos, count }) => ({
      name,
      value: centavosText(valueCentavos),
      count: String(count),
    })),
  };
}

/** @param locked the prize of the highest and lowest cota, once announced to buyers */
export function optionsOf(fields: OptionFields, locked: RifaOptions['extremes']): RifaOptions {
  return {
    ...fields,
    maxPerPerson: fields.maxPerPerson === '' ? null : Number(fields.maxPerPerson),
    vipHours: Number(fields.vipHours),
    unsoldMinPercent: Number(fields.unsoldMinPercent),
    extremes: locked ?? readExtremes(fields.extremes),
    // Skips rows without a name.
    instantPrizes: fields.instantPrizes
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value, count }) => ({
        name: name.trim(),
        valueCentavos: parseCentavos(value),
        count: Math.max(1, Number(count) || 1),
      })),
  };
}

/** Null unless all three fields are filled. */
function readExtremes(typed: OptionFields['extremes']): RifaOptions['extremes'] {
  const prize = typed.prize.trim();
  const [from, to] = [readDateTime(typed.from), readDateTime(typed.to)];
  return prize !== '' && from && to && from < to ? { prize, from, to } : null;
}

/** Whether the optional value of a prize is present and invalid. */
export const isUnreadable = ({ value }: Pick<TypedPrize, 'value'>) =>
  value.trim() !== '' && parseCentavos(value) === null;
