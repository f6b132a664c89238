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
  const orderAgain = useOrderAgain(order);
  return (
    <>
      <Button loading={orderAgain.isPending} loadingText="Um instante..." onClick={() => orderAgain.mutate()}>
        {label}
      </Button>
      {orderAgain.isError && <FormError>{errorMessage(orderAgain.error)}</FormError>}
      {orderAgain.data?.length === order.items.length && (
        <FormError>Nada pode ser comprado agora. {skippedText(orderAgain.data)}</FormError>
      )}
    </>
  );
}
