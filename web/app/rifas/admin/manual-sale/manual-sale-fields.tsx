/** Fields of a manual sale, with and without a network. */
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { bonusCotas, type PurchasePlan } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { formatBrl, formatCount } from '../../../format.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field, Input, Select } from '../../../ui/form/field.tsx';
import { QuantityStepper } from '../../../ui/form/quantity-stepper.tsx';
import { readNumbers } from './read-numbers.ts';

interface CotasFieldProps {
  /** Plans allowed for the sale. */
  plans: readonly PurchasePlan[];
  plan: PurchasePlan | undefined;
  planField: UseFormRegisterReturn;
  /** Cotas without a plan. */
  quantity: number;
  onQuantity: (quantity: number) => void;
  min: number;
  max: number;
  /** Cotas including the bonus of the plan. */
  cotas: number;
  totalCentavos: number;
}

/** A plan or a quantity, and its price. */
export function CotasField({
  plans,
  plan,
  planField,
  quantity,
  onQuantity,
  min,
  max,
  cotas,
  totalCentavos,
}: CotasFieldProps) {
  return (
    <>
      {plans.length > 0 && (
        <Field label="Plano">
          <Select {...planField}>
            <option value="">Sem plano, escolher a quantidade</option>
            {plans.map((each) => (
              <option key={each.key} value={each.key}>
                {each.name}: {formatCount(each.quantity, 'cota', 'cotas')}
                {bonusCotas(each) > 0 && ` e mais ${bonusCotas(each)} de bônus`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        {plan ? (
          <p className="font-semibold">{formatCount(cotas, 'cota', 'cotas')}</p>
        ) : (
          <QuantityStepper
            label="Quantidade de cotas"
            size="sm"
            value={quantity}
            onChange={onQuantity}
            min={min}
            max={max}
          />
        )}
        <p aria-live="polite" aria-atomic className="tabular font-display text-xl font-bold">
          <span className="sr-only">Total: </span>
          {formatBrl(totalCentavos)}
        </p>
      </div>
    </>
  );
}

interface TextFieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
}

export function NumbersField({ field, error, hint }: TextFieldProps & { hint: string }) {
  return (
    <Field label="Números escolhidos" optional hint={hint} error={error}>
      <Input inputMode="numeric" autoComplete="off" {...field} />
    </Field>
  );
}

/** Numbers that are not chosen are drawn. */
export const validateNumbers = (cotas: number) => (text: string) =>
  readNumbers(text).length <= cotas ||
  `São ${formatCount(cotas, 'cota', 'cotas')}: escolha no máximo esse tanto de números.`;

export function BuyerNameField({ field, error }: TextFieldProps) {
  return (
    <Field label="Nome de quem compra" error={error}>
      <Input maxLength={120} autoComplete="off" {...field} />
    </Field>
  );
}

export const validateBuyerName = (name: string) => name.trim().length > 1 || 'Escreva o nome de quem compra.';

/** The seller checks the buyer in person. */
export function VouchedField({ field, error }: TextFieldProps) {
  const errorId = useId();
  return (
    <div>
      <Checkbox
        label="Quem compra tem 18 anos ou mais e mora em uma das cidades participantes"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && errorId}
        {...field}
      />
      {error && (
        <p id={errorId} role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export const validateVouched = (isVouched: boolean) =>
  isVouched || 'Confira a idade e a cidade de quem compra, e marque aqui em cima.';
