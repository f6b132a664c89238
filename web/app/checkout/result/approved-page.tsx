import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/states.tsx';
import { ResultScreen, useOrderOfAddress, useTrueScreen } from './result-screen.tsx';

export const meta = pageMeta({
  title: 'Pagamento Aprovado!',
  description: 'Seu pagamento foi confirmado.',
  index: false,
});

export default function ApprovedPage() {
  const { externalReference, order, paymentId } = useOrderOfAddress();
  useTrueScreen('approved', order.data);
  if (externalReference && order.isPending) return <Spinner className="min-h-[60svh]" />;
  const paid = order.data?.status === 'paid' ? order.data : null;
  return (
    <ResultScreen
      tone={paid ? 'success' : 'sun'}
      icon={paid ? 'check' : 'clock'}
      title={paid ? 'Pagamento Aprovado!' : 'Confirmando o pagamento'}
      paymentId={paymentId}
      action={
        externalReference ? (
          <LinkButton to={links.order(externalReference)}>Ver meu pedido</LinkButton>
        ) : (
          <LinkButton to={links.dashboard()}>Ver minhas rifas</LinkButton>
        )
      }
    >
      <p>
        {paid
          ? `${paid.quantity === 1 ? 'Sua cota está garantida' : `Suas ${paid.quantity} cotas estão garantidas`}. Boa sorte!`
          : 'Ainda não recebemos a confirmação deste pagamento. Assim que chegar, ela aparece no seu pedido.'}
      </p>
    </ResultScreen>
  );
}
