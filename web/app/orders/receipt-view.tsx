import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { formatBrl, formatCotaNumber, formatDateTime, formatInteger } from '../format.ts';
import { links } from '../links.ts';
import { useRootData } from '../document/root-data.ts';
import { formatCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import { QrCode } from '../ui/data-display/qr-code.tsx';
import { Button, buttonClass, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/style/class-names.ts';
import { Icon } from '../ui/style/icons.tsx';
import { Logo } from '../ui/style/logo.tsx';

/** As many numbers as an order can have fit one sheet of A4 (e2e/purchase/receipts.spec.ts). */
function printedSize(cotas: number): string | undefined {
  if (cotas > 500) return 'text-[7pt]/[1.2] [word-spacing:0.25em]';
  return cotas > 150 ? 'text-[8pt]/[1.3] [word-spacing:0.25em]' : undefined;
}

/** The payment of a manual sale has no id at a provider. */
function paymentFact({ soldByHand, paymentId }: OrderPage): [string, string][] {
  if (soldByHand) return [['Pagamento', 'A quem vendeu']];
  return paymentId ? [['Pagamento', paymentId]] : [];
}

function returnedLabel({ returnedCentavos, cashOwedCentavos }: OrderPage): string {
  const returned = formatBrl(returnedCentavos);
  return cashOwedCentavos > 0 ? `${returned}; falta entregar ${formatBrl(cashOwedCentavos)}` : returned;
}

/** What happens to the payment now: printed, the receipt is all that a reader sees. */
function standingFact({ isDisputed, refundUnderWay }: OrderPage): [string, string][] {
  if (isDisputed) return [['Situação', 'Pagamento em contestação no banco']];
  return refundUnderWay ? [['Situação', 'Devolução em andamento']] : [];
}

/** Receipt of a paid order. In print it is the only content. */
export function ReceiptView({ order, paidAt }: { order: OrderPage; paidAt: string }) {
  const site = useRootData();
  const contacts = site?.site.contacts;
  const facts: [string, string][] = [
    ['Em nome de', order.buyerName],
    ['Valor', formatBrl(order.totalCentavos)],
    ...(order.returnedCentavos > 0 ? [['Devolvido', returnedLabel(order)] satisfies [string, string]] : []),
    ['Pago em', formatDateTime(paidAt)],
    ...standingFact(order),
    ...paymentFact(order),
    ['Pedido', order.externalReference],
  ];
  return (
    <Card padded className="grid gap-4">
      <section aria-labelledby="recibo" data-receipt className="grid gap-4">
        <p className="hidden print:block">{site && <Logo name={site.site.name} logo={site.site.logo} />}</p>
        <h2 id="recibo" className="text-xl">
          Recibo
        </h2>
        <div className="print:flex print:justify-between print:gap-6">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm large-text:grid-cols-1">
            {facts.map(([name, value]) => (
              <div key={name} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="tabular font-semibold break-all">{value}</dd>
              </div>
            ))}
          </dl>
          <div className="hidden w-32 shrink-0 print:block">
            <QrCode
              text={`${site?.publicUrl ?? ''}${links.order(order.externalReference)}`}
              label="QR Code do pedido"
            />
          </div>
        </div>
        {contacts?.organiser && (
          <p className="hidden print:block">
            Organização: {contacts.organiser}
            {contacts.cnpj && `, CNPJ ${formatCnpj(contacts.cnpj)}`}
            {contacts.address && `, ${contacts.address}`}
          </p>
        )}
        <ul className="hidden gap-3 print:grid">
          {order.items.map((item) => (
            <li key={item.rifaId}>
              <p className="font-bold">
                {item.title}: {formatInteger(item.quantity)} {item.quantity === 1 ? 'cota' : 'cotas'}
              </p>
              <p className={classNames('tabular', printedSize(order.quantity))}>
                {item.selectedNumbers
                  .map((number) => formatCotaNumber(number, item.totalNumbers))
                  .join(order.quantity > 150 ? ' ' : ' · ')}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <Button variant="outline" onClick={() => window.print()}>
        Imprimir recibo
      </Button>
      <a
        href={links.receiptPicture(order.externalReference)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'outline' })}
      >
        <Icon name="whatsapp" />
        Imagem para o WhatsApp
      </a>
      <LinkButton to={links.orderProof(order.externalReference)} variant="quiet" icon="shield">
        Comprovante do sorteio
      </LinkButton>
    </Card>
  );
}
