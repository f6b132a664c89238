import { useForm, useWatch } from 'react-hook-form';
import { couponMessages } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import type { PriceWithCoupon } from './use-quote.ts';

/** Applies and removes a coupon. */
export function CouponField({ price }: { price: PriceWithCoupon }) {
  const { register, handleSubmit, control, reset } = useForm({ defaultValues: { coupon: price.coupon } });
  const typed = useWatch({ control, name: 'coupon' });
  const refusal = price.coupon ? price.quote?.couponRefusal : null;
  const submit = handleSubmit(({ coupon }) => price.setCoupon(coupon.trim()));
  if (price.validCoupon)
    return (
      <div className="flex items-center justify-between gap-3 rounded-md bg-success-tint py-1 pr-1 pl-4 text-success">
        <span className="min-w-0 truncate font-bold">{price.coupon.toUpperCase()}</span>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            reset({ coupon: '' });
            price.setCoupon('');
          }}
        >
          Remover
        </Button>
      </div>
    );
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2"
    >
      <Field label="Cupom" optional error={refusal && couponMessages[refusal]}>
        <Input maxLength={20} autoCapitalize="characters" autoComplete="off" {...register('coupon')} />
      </Field>
      <Button type="submit" variant="outline" className="mt-6.5" disabled={!typed.trim()}>
        Aplicar
      </Button>
    </form>
  );
}
