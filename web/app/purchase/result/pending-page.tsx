import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { buttonClass, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { isUnread, ResultScreen, UnreadOrder, useOrderFromUrl, useScreenRedirect } from './result-screen.tsx';

export const meta = pageMeta({
  title: 'Pagamento Pendente',
  description: 'Aguardando a confirmação do Pix.',
  index: false,
});

export default function PendingPage() {
  const { externalReference, order, paymentId } = useOrderFromUrl();
  useScreenRedirect('pending', order.data);
  if (externalReference && isUnread(order))
    return <UnreadOrder reference={externalReference} onRetry={() => order.refetch()} />;
  return (
    <ResultScreen
      tone="sun"
      icon="clock"
      title="Pagamento Pendente"
      paymentId={paymentId}
      action={
        <>
          {order.data?.paymentUrl && (
            <a href={order.data.paymentUrl} target="_blank" rel="noreferrer" className={buttonClass({})}>
              <Icon name="link" />
              Abrir pagamento
            </a>
          )}
          {externalReference ? (
            <LinkButton
              to={links.order(externalReference)}
              variant={order.data?.paymentUrl ? 'outline' : undefined}
            >
              Acompanhar Pedido
            </LinkButton>
          ) : (
            <LinkButton to={links.dashboard()}>Ver minhas rifas</LinkButton>
          )}
        </>
      }
    >
      <p>
        Conclua o Pix na aba que abrimos.{' '}
        {externalReference
          ? 'Esta página avisa sozinha quando o pagamento for confirmado.'
          : 'Quando o pagamento for confirmado, suas cotas aparecem em Minhas Rifas.'}
      </p>
      <output className="flex items-center justify-center gap-2 font-semibold text-ink">
        <span aria-hidden className="size-2.5 animate-beat rounded-full bg-sea" />
        Aguardando o pagamento
      </output>
    </ResultScreen>
  );
}
