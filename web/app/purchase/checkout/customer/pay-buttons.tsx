import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import type { PayMethod } from '../../place-order/use-cart-order.ts';
import { FORM_ID } from './customer-form.tsx';
import type { CustomerFields } from './customer.ts';

interface PayButtonsProps {
  form: UseFormReturn<CustomerFields>;
  /** Which of the two ways the shop puts first: the code on this page, or the provider's page. */
  pixOnPage: boolean;
  /** All requirements outside the form are met. */
  ready: boolean;
  /** The way of the order under way. */
  paying: PayMethod | null;
}

/** Both ways to pay. They submit the form, and are disabled until name and e-mail are filled in. */
export function PayButtons({ form, pixOnPage, ready, paying }: PayButtonsProps) {
  const [name, email] = useWatch({ control: form.control, name: ['name', 'email'] });
  const isComplete = name.trim() !== '' && email.trim() !== '';
  const [first, second]: [PayMethod, PayMethod] = pixOnPage ? ['pix', 'hosted'] : ['hosted', 'pix'];
  const shared = {
    type: 'submit',
    form: FORM_ID,
    block: true,
    disabled: !isComplete || !ready || paying !== null,
    loadingText: 'Processando...',
  } as const;
  return (
    <>
      <Button
        {...shared}
        value={first}
        size="lg"
        icon={first === 'pix' ? 'pix' : 'link'}
        loading={paying === first}
      >
        Pagar com Pix
      </Button>
      <Button
        {...shared}
        value={second}
        variant="outline"
        icon={second === 'pix' ? 'pix' : 'link'}
        loading={paying === second}
      >
        {second === 'pix' ? 'Ver o código Pix aqui' : 'Pagar no MercadoPago'}
      </Button>
      <p className="text-center text-sm text-ink-soft">
        {pixOnPage ? 'O código Pix aparece aqui mesmo.' : 'O pagamento abre em uma nova aba.'} Suas cotas
        ficam reservadas por até 15 minutos.
      </p>
    </>
  );
}
