import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { ManagedRifa } from '@mare/contract/rifas/rifas-admin.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCotaNumber } from '../../format.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Checkbox, Field, Input } from '../../ui/form/field.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { QuantityStepper } from '../../ui/form/quantity-stepper.tsx';
import { FormError } from '../../ui/states.tsx';

interface ManualSaleDialogProps {
  rifa: ManagedRifa;
  onClose: () => void;
  onSold: () => void;
}

/** Cash sale. All attempts share one idempotency key, so a double click sells once. */
export function ManualSaleDialog({ rifa, onClose, onSold }: ManualSaleDialogProps) {
  const [requestId] = useState(() => crypto.randomUUID());
  const max = Math.max(
    1,
    Math.min(rifa.maxPerOrder, rifa.totalNumbers - rifa.soldNumbers - rifa.reservedNumbers),
  );
  const min = Math.min(rifa.minPerOrder, max);
  const [quantity, setQuantity] = useState(min);
  const { register, handleSubmit, control } = useForm({
    defaultValues: { name: '', email: '', phone: '', vouched: false },
  });
  const [name, email, vouched] = useWatch({ control, name: ['name', 'email', 'vouched'] });
  const terms = useQuery(queries.admin.rifas.terms.queryOptions({ input: { id: rifa.id } }));
  const sell = useMutation(queries.admin.rifas.sellByHand.mutationOptions({ onSuccess: onSold }));
  const complete = name.trim().length > 1 && email.trim() !== '' && vouched && quantity > 0;

  const submit = handleSubmit((person) =>
    sell.mutate({
      id: rifa.id,
      requestId,
      quantity,
      name: person.name,
      email: person.email.trim(),
      phone: person.phone.trim() || null,
    }),
  );

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Vender em dinheiro">
      {sell.data ? (
        <div className="grid gap-4">
          <p className="text-lg font-semibold">
            Vendido: {formatBrl(sell.data.totalCentavos)} em dinheiro. O recibo foi para {email}.
          </p>
          <p className="flex flex-wrap gap-2">
            {sell.data.numbers.map((number) => (
              <NumberChip key={number}>{formatCotaNumber(number, rifa.totalNumbers)}</NumberChip>
            ))}
          </p>
          <Link to={links.order(sell.data.externalReference)} className="text-link">
            Abrir o pedido
          </Link>
          <Button variant="secondary" onClick={onClose}>
            Concluir
          </Button>
        </div>
      ) : (
        <form onSubmit={(event) => void submit(event)} className="grid gap-5">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <QuantityStepper
              label="Quantidade de cotas"
              size="sm"
              value={quantity}
              onChange={setQuantity}
              min={min}
              max={max}
            />
            <p className="tabular font-display text-xl font-bold">
              {terms.data
                ? formatBrl(linePriceCentavos({ ...terms.data.terms, ...rifa }, quantity))
                : 'Calculando...'}
            </p>
          </div>
          <Field label="Nome de quem compra">
            <Input maxLength={120} autoComplete="off" {...register('name')} />
          </Field>
          <Field label="E-mail" hint="O recibo vai para lá. Se não houver conta, ela é criada.">
            <Input type="email" maxLength={254} autoComplete="off" {...register('email')} />
          </Field>
          <Field label="Telefone com DDD" optional>
            <Input type="tel" maxLength={20} autoComplete="off" {...register('phone')} />
          </Field>
          <Checkbox
            label="Quem compra tem 18 anos ou mais e mora em uma das cidades participantes"
            {...register('vouched')}
          />
          {terms.isError && <FormError>{errorMessage(terms.error)}</FormError>}
          {sell.isError && <FormError>{errorMessage(sell.error)}</FormError>}
          <Button
            type="submit"
            disabled={!complete || !terms.data}
            loading={sell.isPending}
            loadingText="Registrando..."
          >
            Recebi o dinheiro
          </Button>
        </form>
      )}
    </Dialog>
  );
}
