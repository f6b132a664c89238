import type { EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import { type Audience, MAX_AUDIENCE_DAYS, pickAudience } from '@mare/domain/campaigns/audience.ts';
import { isWhole } from '../../admin/typed-values.ts';
import { centavosText, parseCentavos } from '../../ui/form/parsing/typed-reais.ts';

type TypedConditions = Record<
  'boughtWithinDays' | 'absentDays' | 'minSpentCentavos' | 'maxSpentCentavos',
  string
>;

/** A campaign as typed; an empty condition does not apply. */
export type CampaignFields = Omit<EditedCampaign, keyof TypedConditions> & TypedConditions;

export function fieldsOf(campaign: EditedCampaign): CampaignFields {
  const { boughtWithinDays, absentDays, minSpentCentavos, maxSpentCentavos } = campaign;
  return {
    ...campaign,
    boughtWithinDays: String(boughtWithinDays ?? ''),
    absentDays: String(absentDays ?? ''),
    minSpentCentavos: centavosText(minSpentCentavos),
    maxSpentCentavos: centavosText(maxSpentCentavos),
  };
}

export function campaignOf(fields: CampaignFields): EditedCampaign {
  const { boughtWithinDays, absentDays, minSpentCentavos, maxSpentCentavos } = fields;
  return {
    ...fields,
    boughtWithinDays: daysOf(boughtWithinDays),
    absentDays: daysOf(absentDays),
    minSpentCentavos: parseCentavos(minSpentCentavos),
    maxSpentCentavos: parseCentavos(maxSpentCentavos),
  };
}

function daysOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** Validation messages; undefined: valid. */
export function daysMessage(text: string): string | undefined {
  return text.trim() === '' || isWhole(text, 1, MAX_AUDIENCE_DAYS)
    ? undefined
    : `De 1 a ${MAX_AUDIENCE_DAYS} dias.`;
}

export function absentMessage({ absentDays, boughtWithinDays }: CampaignFields): string | undefined {
  const message = daysMessage(absentDays);
  if (message || absentDays.trim() === '' || boughtWithinDays.trim() === '') return message;
  return Number(absentDays) < Number(boughtWithinDays) ? undefined : 'Precisa ser menor que o outro.';
}

export function spentMessage(text: string): string | undefined {
  return text.trim() === '' || parseCentavos(text) !== null ? undefined : 'Informe um valor, como 50,00.';
}

export function maxSpentMessage({ minSpentCentavos, maxSpentCentavos }: CampaignFields): string | undefined {
  const [least, most] = [parseCentavos(minSpentCentavos), parseCentavos(maxSpentCentavos)];
  if (least === null || most === null || least <= most) return spentMessage(maxSpentCentavos);
  return 'Precisa ser maior que o mínimo.';
}

/** @returns null while a condition is invalid */
export function typedAudience(fields: CampaignFields): Audience | null {
  const messages = [
    daysMessage(fields.boughtWithinDays),
    absentMessage(fields),
    spentMessage(fields.minSpentCentavos),
    maxSpentMessage(fields),
  ];
  return messages.some(Boolean) ? null : pickAudience(campaignOf(fields));
}
