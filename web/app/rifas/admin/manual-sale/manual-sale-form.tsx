import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { isMobilePhone } from '@mare/domain/accounts/contact.ts';
import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { bonusCotas, isPlanWithin } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { queries } from '../../../api.ts';
import { errorMessage } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';
import { FormError } from '../../../ui/states.tsx';
import { ManualReceipt, type SoldCotas } from './manual-receipt.tsx';
import { readNumbers } from './read-numbers.ts';
import {
  BuyerNameField,
  CotasField,
  NumbersField,
  validateBuyerName,
  validateNumbers,
  validateVouched,
  VouchedField,
} from './manual-sale-fields.tsx';

interface ManualSaleFormProps {
  rifa: RifaDetail;
  /** Of the rifa. */
  plans: readonly PurchaseTier[];
  /** Called for each sale. */
  onSold: () => void;
  /** Called when the receipt is closed. */
  onDone: () => void;
}

/** Cash sale. All attempts share one idempotency key, so a double click sells once. */
export function ManualSaleForm({ rifa, plans: offered, onSold, onDone }: ManualSaleFormProps) {
  const [requestId] = useState(() => crypto.randomUUID());
  const [sold, setSold] = useState<SoldCotas | null>(null);
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: { plan: '', numbers: '', name: '', email: '', phone: '', vouched: false },
  });
  const bounds = orderBounds(rifa);
  const { min, max } = bounds;
  const [quantity, setQuantity] = useState(min);
  const typed = useWatch({ control });
  const plans = offered.filter((each) => isPlanWithin(each, bounds));
  const plan = plans.find(({ key }) => key === typed.plan);
  const paid = plan?.quantity ?? quantity;
  const cotas = paid + (plan ? bonusCotas(plan) : 0);
  const totalCentavos = linePriceCentavos(rifa, paid);
  const sell = useMutation(queries.admin.rifas.sellByHand.mutationOptions());
  const submit = handleSubmit(({ name, email, phone, numbers }) =>
    sell.mutate(
      {
        id: rifa.id,
        requestId,
        quantity: paid,
        tier: plan?.key ?? null,
        numbers: readNumbers(numbers),
        expectedCentavos: totalCentavos,
        name: name.trim(),
        email: email.trim() || null,
        phone: phone.trim() || null,
      },
      {
        onSuccess: (sale) => {
          setSold({ ...sale, name: name.trim(), email: email.trim(), phone, askedCentavos: totalCentavos });
          onSold();
        },
      },
    ),
  );
  if (sold) return <ManualReceipt rifa={rifa} sold={sold} onDone={onDone} />;
  const { errors } = formState;
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-5" noValidate>
      <CotasField
        plans={plans}
        plan={plan}
        planField={register('plan')}
        quantity={quantity}
        onQuantity={setQuantity}
        min={min}
        max={max}
        cotas={cotas}
        totalCentavos={totalCentavos}
      />
      {rifa.choosesNumbers && (
        <NumbersField
          field={register('numbers', { validate: validateNumbers(cotas) })}
          hint="Separe por espaço ou vírgula. Os que faltarem saem por sorteio."
          error={errors.numbers?.message}
        />
      )}
      <BuyerNameField
        field={register('name', { validate: validateBuyerName })}
        error={errors.name?.message}
      />
      <Field
        label="Telefone com DDD"
        hint="Quem não tem e-mail vê os números pelo telefone, em Meus números."
        error={errors.phone?.message}
      >
        <Input
          type="tel"
          maxLength={30}
          autoComplete="off"
          {...register('phone', {
            validate: (phone, { email }) => validateReach(phone.trim(), email.trim()),
          })}
        />
      </Field>
      <Field label="E-mail" optional hint="Com e-mail, o recibo vai para lá.">
        <Input type="email" maxLength={254} autoComplete="off" {...register('email')} />
      </Field>
      <VouchedField
        field={register('vouched', { validate: validateVouched })}
        error={errors.vouched?.message}
      />
      {sell.isError && <FormError>{errorMessage(sell.error)}</FormError>}
      <Button type="submit" disabled={paid === 0} loading={sell.isPending} loadingText="Registrando...">
        Recebi o dinheiro
      </Button>
    </form>
  );
}

/** Without an e-mail address, the buyer opens the cotas with a code by text message. */
function validateReach(phone: string, email: string): true | string {
  if (phone === '' && email === '') return 'Anote o celular ou o e-mail.';
  if (email === '' && !isMobilePhone(phone))
    return 'Confira o celular: DDD e número, como 82 99999-1234. Com um telefone fixo, anote também o e-mail.';
  return phone === '' || readBrazilianPhone(phone) !== null || 'Confira o telefone: DDD e número.';
}
