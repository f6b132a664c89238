import type { EditedAutomation, ManagedAutomation } from '@mare/contract/campaigns/automations-admin.ts';
import type { MailContent } from '@mare/contract/campaigns/mail-content.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import { formatCount } from '../../format.ts';

export const UNITS = [
  { minutes: 1, one: 'minuto', label: 'minutos' },
  { minutes: 60, one: 'hora', label: 'horas' },
  { minutes: 1440, one: 'dia', label: 'dias' },
];

export interface StepFields extends MailContent {
  /** Null: a new step. */
  id: string | null;
  amount: number;
  /** Minutes of the chosen unit, as text. */
  unit: string;
}

export interface AutomationFields {
  active: boolean;
  steps: StepFields[];
}

export const NEW_STEP: StepFields = {
  id: null,
  amount: 2,
  unit: '1440',
  subject: '',
  body: '',
  buttonLabel: 'Ver Rifas',
  buttonPath: '/',
};

export function fieldsOf({ active, steps }: ManagedAutomation): AutomationFields {
  return {
    active,
    steps: steps.map(({ delayMinutes, ...step }) => {
      const unit = UNITS.findLast(({ minutes }) => delayMinutes > 0 && delayMinutes % minutes === 0);
      const { minutes } = unit ?? UNITS[0]!;
      return { ...step, amount: delayMinutes / minutes, unit: String(minutes) };
    }),
  };
}

export function editedOf({ active, steps }: AutomationFields): EditedAutomation {
  return {
    active,
    steps: steps.map(({ amount, unit, ...step }) => ({ ...step, delayMinutes: amount * Number(unit) })),
  };
}

/** When a mail goes out, as in '2 dias depois do e-mail anterior'. @param index 0-based */
export function describeWait(
  key: Automation,
  index: number,
  { amount, unit }: Pick<StepFields, 'amount' | 'unit'>,
): string {
  const { one, label } = UNITS.find(({ minutes }) => String(minutes) === unit) ?? UNITS[0]!;
  const time = formatCount(amount, one, label);
  if (key === 'draw_tomorrow') return `${time} antes do sorteio`;
  const after = index === 0 ? AFTER[key] : 'do e-mail anterior';
  return amount === 0 ? `logo depois ${after}` : `${time} depois ${after}`;
}

const AFTER = {
  welcome: 'do cadastro',
  abandoned_cart: 'do aviso',
  win_back: 'dos 60 dias',
} as const;
