import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';
import { formatBrl, formatCotaNumber, formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { receiptText } from './sale-labels.ts';
import type { StoredSale } from './stand-store.ts';
import { useHeadingFocus } from './use-stand.ts';

interface StandReceiptProps {
  sold: StoredSale;
  onNext: () => void;
  onBack: () => void;
}

/** Right after the sale, also without a network: WhatsApp keeps the message until there is one. In print it is alone. */
export function StandReceipt({ sold, onNext, onBack }: StandReceiptProps) {
  const heading = useHeadingFocus();
  const { sale, title, totalNumbers, state } = sold;
  const phone = readBrazilianPhone(sale.phone);
  const link = `${window.location.origin}${links.order(sale.externalReference)}`;
  const facts: [string, string][] = [
    ['Rifa', title],
    ['Em nome de', sale.name],
    ['Valor', formatBrl(sale.paidCentavos)],
    ['Pago em', formatDateTime(sale.soldAt)],
    ['Pedido', sale.externalReference],
  ];
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section aria-labelledby="venda" data-receipt className="grid gap-4">
        <h1 id="venda" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          Vendido: {formatBrl(sale.paidCentavos)}
        </h1>
        <p className="flex flex-wrap gap-2">
          {sale.numbers.map((number) => (
            <NumberChip key={number} size="md">
              {formatCotaNumber(number, totalNumbers)}
            </NumberChip>
          ))}
        </p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="tabular font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {state === 'queued' && (
        <p className="text-sm text-ink-soft">
          A venda está guardada neste celular. O link do recibo abre assim que ela chegar ao site.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/55${phone}?text=${encodeURIComponent(receiptText(sold, link))}`}
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
      <div className="flex flex-wrap gap-3">
        <Button onClick={onNext}>Próxima venda</Button>
        <Button variant="quiet" onClick={onBack}>
          Voltar ao balcão
        </Button>
      </div>
    </Card>
  );
}
