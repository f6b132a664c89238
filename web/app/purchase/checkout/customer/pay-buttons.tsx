import type { ComponentProps } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import type { PayMethod } from '../../place-order/use-cart-order.ts';
import { FORM_ID } from './customer-form.tsx';
import type { CustomerFields } from './customer.ts';

interface PayButtonsProps {
  form: UseFormReturn<CustomerFields>;
  /** The shop's preferred method: the code on this page, or else the provider's page. */
  pixOnPage: boolean;
  /** Without a page of the provider, only the code. */
  hasPaymentPage: boolean;
  /** All requirements outside the form are met. */
  ready: boolean;
  /** Method of the order in progress. */
  paying: PayMethod | null;
}

/** Submit buttons of the payment methods, disabled until name and e-mail are filled in. */
export function PayButtons(props: PayButtonsProps) {
  const { pixOnPage, hasPaymentPage, paying } = props;
  const second: PayMethod = pixOnPage ? 'hosted' : 'pix';
  const shared = useSubmitButton(props, second);
  return (
    <>
      <FirstPayButton {...props} size="lg" className="max-lg:hidden" />
      {hasPaymentPage && (
        <Button
          {...shared}
          block
          value={second}
          variant="outline"
          icon={second === 'pix' ? 'pix' : 'link'}
          loading={paying === second}
        >
          {second === 'pix' ? 'Ver o código Pix aqui' : 'Pagar no MercadoPago'}
        </Button>
      )}
      <p className="text-center text-sm text-ink-soft">
        {pixOnPage ? 'O código Pix aparece aqui mesmo.' : 'O pagamento abre em uma nova aba.'} Suas cotas
        ficam reservadas por até 15 minutos.
      </p>
    </>
  );
}

type FirstPayButtonProps = PayButtonsProps & Pick<ComponentProps<typeof Button>, 'size' | 'className'>;

/** Button of the shop's preferred method. */
export function FirstPayButton({ size, className, ...props }: FirstPayButtonProps) {
  const first: PayMethod = props.pixOnPage ? 'pix' : 'hosted';
  return (
    <Button
      {...useSubmitButton(props, first)}
      block
      size={size}
      className={className}
      value={first}
      icon={first === 'pix' ? 'pix' : 'link'}
      loading={props.paying === first}
    >
      Pagar com Pix
    </Button>
  );
}

function useSubmitButton({ form, ready, paying }: PayButtonsProps, method: PayMethod) {
  const [name, email] = useWatch({ control: form.control, name: ['name', 'email'] });
  const isComplete = name.trim() !== '' && email.trim() !== '';
  return {
    type: 'submit',
    form: FORM_ID,
    // A disabled button would lose the focus, so the pressed one stays enabled.
    disabled: paying === null ? !isComplete || !ready : paying !== method,
    loadingText: 'Processando...',
  } as const;
}
