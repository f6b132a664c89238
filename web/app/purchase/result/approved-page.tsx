import type { OrderItem } from '@mare/contract/orders/orders.ts';
import { formatCotaNumber, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { Spinner } from '../../ui/states.tsx';
import { isUnread, ResultScreen, UnreadOrder, useOrderFromUrl, useScreenRedirect } from './result-screen.tsx';

export const meta = pageMeta({
  title: 'Pagamento Aprovado!',
  description: 'Seu pagamento foi confirmado.',
  index: false,
});

export default function ApprovedPage() {
  const { externalReference, order, paymentId } = useOrderFromUrl();
  useScreenRedirect('approved', order.data);
  if (externalReference && isUnread(order))
    return <UnreadOrder reference={externalReference} onRetry={() => order.refetch()} />;
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
          <>
            <LinkButton to={links.order(externalReference)}>Ver meu pedido</LinkButton>
            {paid && (
              <LinkButton to={links.orderProof(externalReference)} variant="outline">
                Guarde seu comprovante
              </LinkButton>
            )}
          </>
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
      {paid?.items.map((item) => (
        <BoughtNumbers key={`${item.rifaId}-${item.selectedNumbers[0]}`} item={item} />
      ))}
    </ResultScreen>
  );
}

/** Numbers per rifa; the order page lists all. */
const SHOWN = 12;

function BoughtNumbers({ item }: { item: OrderItem }) {
  const more = item.selectedNumbers.length - SHOWN;
  return (
    <section className="grid gap-2">
      <h2 className="text-base">{item.title}</h2>
      <ul aria-label="Seus números" className="flex flex-wrap items-center justify-center gap-2">
        {item.selectedNumbers.slice(0, SHOWN).map((number) => (
          <li key={number}>
            <NumberChip>{formatCotaNumber(number, item.totalNumbers)}</NumberChip>
          </li>
        ))}
        {more > 0 && <li className="text-sm text-ink-soft">+{formatInteger(more)} no pedido</li>}
      </ul>
    </section>
  );
}
