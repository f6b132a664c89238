import { type FormEvent, useState } from 'react';
import { couponMessages } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import type { PriceWithCoupon } from './use-quote.ts';

/** Applies and removes a coupon. */
export function CouponField({ price }: { price: PriceWithCoupon }) {
  const [typed, setTyped] = useState(price.coupon);
  const refusal = price.coupon ? price.quote?.couponRefusal : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    price.setCoupon(typed.trim());
  };
  if (price.validCoupon)
    return (
      <div className="flex items-center justify-between gap-3 rounded-md bg-success-tint py-1 pr-1 pl-4 text-success">
        <span className="min-w-0 truncate font-bold">{price.coupon.toUpperCase()}</span>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            setTyped('');
            price.setCoupon('');
          }}
        >
          Remover
        </Button>
      </div>
    );
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <Field label="Cupom" optional error={refusal && couponMessages[refusal]}>
        <Input
          value={typed}
          maxLength={20}
          autoCapitalize="characters"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="outline" className="mt-6.5" disabled={!typed.trim()}>
        Aplicar
      </Button>
    </form>
  );
}
