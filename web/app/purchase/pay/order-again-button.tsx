import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { skippedText, useOrderAgain } from './order-again.ts';

interface OrderAgainButtonProps {
  order: Pick<OrderPage, 'items' | 'discounts'>;
  label: string;
}

/** Adds an unpaid order to the cart again. Shows the reason if none of its lines can be bought now. */
export function OrderAgainButton({ order, label }: OrderAgainButtonProps) {
  const again = useOrderAgain(order);
  return (
    <>
      <Button loading={again.isPending} loadingText="Um instante..." onClick={() => again.mutate()}>
        {label}
      </Button>
      {again.isError && <FormError>{errorMessage(again.error)}</FormError>}
      {again.data?.length === order.items.length && (
        <FormError>Nada pode ser comprado agora. {skippedText(again.data)}</FormError>
      )}
    </>
  );
}
