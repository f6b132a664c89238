import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { bonusCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCount } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field, Input, Select } from '../../ui/form/field.tsx';
import { QuantityStepper } from '../../ui/form/quantity-stepper.tsx';
import { FormError } from '../../ui/states.tsx';
import { ManualReceipt, type SoldCotas } from './manual-receipt.tsx';
import { readNumbers } from './read-numbers.ts';

interface ManualSaleFormProps {
  rifa: RifaDetail;
  /** Called for each sale. */
  onSold: () => void;
  /** Called when the receipt is closed. */
  onDone: () => void;
}

/** Cash sale. All attempts share one idempotency key, so a double click sells once. */
export function ManualSaleForm({ rifa, onSold, onDone }: ManualSaleFormProps) {
  const [requestId] = useState(() => crypto.randomUUID());
  const [sold, setSold] = useState<SoldCotas | null>(null);
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: { plan: '', numbers: '', name: '', email: '', phone: '', vouched: false },
  });
  const max = Math.max(1, Math.min(rifa.maxPerOrder, rifa.totalNumbers - rifa.soldNumbers));
  const min = Math.min(rifa.minPerOrder, max);
  const [quantity, setQuantity] = useState(min);
  const typed = useWatch({ control });
  const shopPlans = useQuery({ ...queries.rifas.tiers.queryOptions(), enabled: rifa.plans === null });
  const plans = (rifa.plans ?? shopPlans.data ?? []).filter(
    (each) => each.quantity >= min && each.quantity <= max,
  );
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
      {plans.length > 0 && (
        <Field label="Plano">
          <Select {...register('plan')}>
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
            onChange={setQuantity}
            min={min}
            max={max}
          />
        )}
        <p className="tabular font-display text-xl font-bold">{formatBrl(totalCentavos)}</p>
      </div>
      {rifa.choosesNumbers && (
        <Field
          label="Números escolhidos"
          optional
          hint="Separe por espaço ou vírgula. Os que faltarem saem por sorteio."
          error={errors.numbers?.message}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            {...register('numbers', {
              validate: (text) =>
                readNumbers(text).length <= cotas ||
                `São ${formatCount(cotas, 'cota', 'cotas')}: escolha no máximo esse tanto de números.`,
            })}
          />
        </Field>
      )}
      <Field label="Nome de quem compra" error={errors.name?.message}>
        <Input
          maxLength={120}
          autoComplete="off"
          {...register('name', {
            validate: (name) => name.trim().length > 1 || 'Escreva o nome de quem compra.',
          })}
        />
      </Field>
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
            validate: (phone, { email }) =>
              phone.trim() !== '' || email.trim() !== '' || 'Anote o telefone ou o e-mail.',
          })}
        />
      </Field>
      <Field label="E-mail" optional hint="Com e-mail, o recibo vai para lá.">
        <Input type="email" maxLength={254} autoComplete="off" {...register('email')} />
      </Field>
      <Checkbox
        label="Quem compra tem 18 anos ou mais e mora em uma das cidades participantes"
        {...register('vouched')}
      />
      {sell.isError && <FormError>{errorMessage(sell.error)}</FormError>}
      <Button
        type="submit"
        disabled={!typed.vouched || paid === 0}
        loading={sell.isPending}
        loadingText="Registrando..."
      >
        Recebi o dinheiro
      </Button>
    </form>
  );
}
