import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';
import { formatBrl, formatCotaNumber, formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { whatsAppLink } from '../../ui/whatsapp-link.ts';
import {
  discountCentavos,
  discountText,
  priceCentavos,
  receiptText,
  rejectionReason,
  rejectionRemedy,
} from './sale-labels.ts';
import type { StoredSale } from './stand-store.ts';
import { useHeadingFocus } from './use-stand.ts';

interface StandReceiptProps {
  sold: StoredSale;
  /** Null when nothing is left to sell in this allotment. */
  onNext: (() => void) | null;
  onBack: () => void;
}

/** Shown right after the sale, also without a network. The server's response may arrive while it is open. */
export function StandReceipt({ sold, onNext, onBack }: StandReceiptProps) {
  const heading = useHeadingFocus();
  const { answer, totalNumbers } = sold;
  const isRejected = answer?.outcome === 'rejected';
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section aria-labelledby="venda" data-receipt className="grid gap-4">
        <h1 id="venda" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {isRejected ? 'Esta venda não entrou' : `Vendido: ${formatBrl(priceCentavos(sold))}`}
        </h1>
        <Facts sold={sold} isRejected={isRejected} />
      </section>
      <LiveRegion className="grid gap-2">
        {isRejected ? (
          <p className="rounded-md bg-danger-tint px-4 py-3 text-danger">
            {rejectionReason(answer, totalNumbers)} <strong>{rejectionRemedy(sold, answer)}</strong>
          </p>
        ) : (
          discountCentavos(sold) > 0 && <p>{discountText(sold)}</p>
        )}
      </LiveRegion>
      {sold.state === 'queued' && (
        <p className="text-sm text-ink-soft">
          A venda está guardada neste celular. O link do recibo abre assim que ela chegar ao site.
        </p>
      )}
      {!isRejected && <HandOver sold={sold} />}
      <div className="flex flex-wrap gap-3">
        {onNext && <Button onClick={onNext}>Próxima venda</Button>}
        <Button variant="quiet" onClick={onBack}>
          Voltar ao balcão
        </Button>
      </div>
    </Card>
  );
}

/** Printed without the rest of the page. Omits the numbers of a rejected sale, which do not belong to the buyer. */
function Facts({ sold, isRejected }: { sold: StoredSale; isRejected: boolean }) {
  const { sale, title, totalNumbers } = sold;
  const facts: [string, string][] = [
    ['Rifa', title],
    ['Em nome de', sale.name],
    [isRejected ? 'Recebido' : 'Valor', formatBrl(isRejected ? sale.paidCentavos : priceCentavos(sold))],
    ['Vendido em', formatDateTime(sale.soldAt)],
    ['Pedido', sale.externalReference],
  ];
  return (
    <>
      {!isRejected && (
        <p className="flex flex-wrap gap-2">
          {sale.numbers.map((number) => (
            <NumberChip key={number} size="md">
              {formatCotaNumber(number, totalNumbers)}
            </NumberChip>
          ))}
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm large-text:grid-cols-1">
        {facts.slice(0, isRejected ? 3 : facts.length).map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="tabular font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** WhatsApp keeps the message until there is a network. */
function HandOver({ sold }: { sold: StoredSale }) {
  const phone = readBrazilianPhone(sold.sale.phone);
  const link = `${window.location.origin}${links.order(sold.sale.externalReference)}`;
  return (
    <div className="flex flex-wrap gap-3">
      <a
        href={whatsAppLink(receiptText(sold, link), `55${phone}`)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        <Icon name="whatsapp" />
        Mandar por WhatsApp
      </a>
      <Button variant="outline" size="sm" onClick={() => window.print()}>
        Imprimir recibo
      </Button>
    </div>
  );
}
