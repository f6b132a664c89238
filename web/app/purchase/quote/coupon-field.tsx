import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { couponMessages } from '../../messages/purchase-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import type { PriceWithCoupon } from './use-quote.ts';

/** Applies and removes a coupon. */
export function CouponField({ price }: { price: PriceWithCoupon }) {
  const { register, handleSubmit, control, reset } = useForm({ defaultValues: { coupon: price.coupon } });
  const typed = useWatch({ control, name: 'coupon' });
  const rejection = price.coupon ? price.quote?.couponRejection : null;
  // A coupon from an earlier visit is applied without a press, and takes no focus.
  const [isPressed, setPressed] = useState(false);
  const state = price.validCoupon ? 'applied' : 'typed';
  const shell = useFocusNext<HTMLDivElement>(isPressed ? state : '');
  const submit = handleSubmit(({ coupon }) => {
    setPressed(true);
    price.setCoupon(coupon.trim());
  });
  return (
    <div ref={shell}>
      {price.validCoupon ? (
        <div className="flex items-center justify-between gap-3 rounded-md bg-success-tint py-1 pr-1 pl-4 text-success">
          <output tabIndex={-1} className="min-w-0 truncate font-bold">
            <span className="sr-only">Cupom aplicado: </span>
            {price.coupon.toUpperCase()}
          </output>
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              setPressed(true);
              reset({ coupon: '' });
              price.setCoupon('');
            }}
          >
            Remover
          </Button>
        </div>
      ) : (
        <form
          onSubmit={(event) => void submit(event)}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2"
        >
          <Field label="Cupom" optional error={rejection && couponMessages[rejection]}>
            <Input maxLength={20} autoCapitalize="characters" autoComplete="off" {...register('coupon')} />
          </Field>
          <Button type="submit" variant="outline" className="mt-6.5" disabled={!typed.trim()}>
            Aplicar
          </Button>
        </form>
      )}
    </div>
  );
}
