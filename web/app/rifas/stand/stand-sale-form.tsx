import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { isMobilePhone } from '@mare/domain/accounts/contact.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { priceStandSale } from '@mare/domain/checkout/price-stand-sale.ts';
import type { StandPayment } from '@mare/domain/orders/stand-allotment.ts';
import { isPlanWithin } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { formatCotaNumber } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { readNumbers } from '../admin/manual-sale/read-numbers.ts';
import {
  BuyerNameField,
  CotasField,
  NumbersField,
  validateBuyerName,
  validateNumbers,
  validateVouched,
  VouchedField,
} from '../admin/manual-sale/manual-sale-fields.tsx';
import {
  maySellFrom,
  requestSending,
  sellOnPhone,
  type StoredAllotment,
  type StoredSale,
} from './stand-store.ts';
import { useHeadingFocus } from './use-stand.ts';

const PAYMENTS: Record<StandPayment, string> = { cash: 'Dinheiro', pix: 'Pix na hora' };

interface StandSaleFormProps {
  allotment: StoredAllotment;
  onSold: (sold: StoredSale) => void;
  onBack: () => void;
}

/** One sale from the numbers on this phone. Needs no network. */
export function StandSaleForm({ allotment, onSold, onBack }: StandSaleFormProps) {
  const { terms, unsold, rifaId, title } = allotment;
  const heading = useHeadingFocus();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSelling, setSelling] = useState(false);
  // The stand sells only the numbers on this phone.
  const bounds = orderBounds({ ...terms, soldNumbers: terms.totalNumbers - unsold.length });
  const { min, max } = bounds;
  const [quantity, setQuantity] = useState(min);
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: { plan: '', numbers: '', name: '', phone: '', paidWith: 'cash', vouched: false },
  });
  const typed = useWatch({ control });
  const plans = terms.plans.filter((plan) => isPlanWithin(plan, bounds));
  const plan = plans.find(({ key }) => key === typed.plan);
  const paid = plan?.quantity ?? Math.min(quantity, max);
  const priced = priceStandSale(terms, { rifaId, quantity: paid, tier: plan?.key ?? null }, unsold.length);
  const cotas = priced.ok ? priced.lines[0]!.quantity : paid;
  const totalCentavos = priced.ok ? priced.totalCentavos : 0;
  const submit = handleSubmit(async ({ name, phone, numbers, paidWith }) => {
    setProblem(null);
    setSelling(true);
    const draft = {
      quantity: paid,
      tier: plan?.key ?? null,
      paidCentavos: totalCentavos,
      paidWith: paidWith as StandPayment,
      name: name.trim().toWellFormed(),
      phone: phone.trim(),
    };
    const chosen = terms.choosesNumbers ? readNumbers(numbers) : [];
    const result = await sellOnPhone(allotment.id, draft, { count: cotas, chosen }).catch(() => null);
    setSelling(false);
    if (!result) return setProblem('O celular não conseguiu guardar a venda. Libere espaço e tente de novo.');
    if (!result.ok) return setProblem(problemOf(result, terms.totalNumbers));
    void requestSending().catch(() => undefined);
    onSold(result.sold);
  });
  const { errors } = formState;
  const maySell = maySellFrom(allotment, useNow() ?? 0);
  return (
    <>
      <button
        type="button"
        onClick={onBack}
        className="flex min-h-6 items-center gap-1 justify-self-start text-sm font-semibold text-sea"
      >
        <Icon name="chevronLeft" />
        Voltar ao balcão
      </button>
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <h1 ref={heading} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
          {title}
        </h1>
        <form onSubmit={(event) => void submit(event)} className="grid gap-5" noValidate>
          <CotasField
            plans={plans}
            plan={plan}
            planField={register('plan')}
            quantity={paid}
            onQuantity={setQuantity}
            min={min}
            max={max}
            cotas={cotas}
            totalCentavos={totalCentavos}
          />
          {terms.choosesNumbers && (
            <NumbersField
              field={register('numbers', { validate: validateNumbers(cotas) })}
              hint={`Entre os ${unsold.length} deste balcão. Separe por espaço ou vírgula; os que faltarem saem por sorteio.`}
              error={errors.numbers?.message}
            />
          )}
          <BuyerNameField
            field={register('name', { validate: validateBuyerName })}
            error={errors.name?.message}
          />
          <Field
            label="Celular com DDD"
            hint="Com ele a pessoa vê as cotas em Meus números."
            error={errors.phone?.message}
          >
            <Input
              type="tel"
              maxLength={30}
              autoComplete="off"
              {...register('phone', {
                validate: (phone) =>
                  isMobilePhone(phone) || 'Confira o celular: DDD e número, como 82 99999-1234.',
              })}
            />
          </Field>
          <Field label="Pagamento">
            <Select {...register('paidWith')}>
              <Options labels={PAYMENTS} />
            </Select>
          </Field>
          <VouchedField
            field={register('vouched', { validate: validateVouched })}
            error={errors.vouched?.message}
          />
          <FormError>{maySell ? problem : 'Este balcão não vende mais.'}</FormError>
          <Button
            type="submit"
            disabled={!maySell || !priced.ok}
            loading={isSelling}
            loadingText="Guardando..."
          >
            {typed.paidWith === 'pix' ? 'Recebi o Pix' : 'Recebi o dinheiro'}
          </Button>
        </form>
      </Card>
    </>
  );
}

function problemOf(failed: { missing: number[] } | { left: number }, totalNumbers: number): string {
  if ('left' in failed)
    return `Só ${failed.left === 1 ? 'sobrou 1 número' : `sobraram ${failed.left} números`} neste balcão.`;
  const named = failed.missing.map((number) => formatCotaNumber(number, totalNumbers)).join(', ');
  return failed.missing.length === 1
    ? `O número ${named} não está neste balcão, ou já saiu.`
    : `Os números ${named} não estão neste balcão, ou já saíram.`;
}
