import { formatBrl, formatCotaNumber, formatDateTime } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { Card } from '../../ui/card.tsx';
import {
  discountCentavos,
  discountText,
  rejectionReason,
  rejectionRemedy,
  takenText,
  unreadableText,
} from './sale-labels.ts';
import { isUnreadable, markReturned, type StoredSale } from './stand-store.ts';

const STATES: Record<StoredSale['state'], { label: string; tone: BadgeTone }> = {
  queued: { label: 'A enviar', tone: 'sun' },
  sold: { label: 'Enviada', tone: 'success' },
  rejected: { label: 'Não entrou', tone: 'danger' },
  returned: { label: 'Dinheiro devolvido', tone: 'neutral' },
};

/** Sales that need the seller's action come first, then queued ones. */
const ORDER: StoredSale['state'][] = ['rejected', 'queued', 'sold', 'returned'];

interface SalesQueueProps {
  /** Newest first. */
  sales: readonly StoredSale[];
  onReceipt: (id: string) => void;
}

/** Every sale on this phone with the server's response. */
export function SalesQueue({ sales, onReceipt }: SalesQueueProps) {
  if (sales.length === 0) return null;
  const sorted = ORDER.flatMap((state) => sales.filter((sale) => sale.state === state));
  return (
    <section aria-labelledby="vendas-do-balcao" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="vendas-do-balcao" className="text-xl">
        Vendas neste celular
      </h2>
      <p>{takenText(sales)}</p>
      <Card>
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {sorted.map((sale) => (
            <li key={sale.id} className="p-4">
              <SaleLine sold={sale} onReceipt={() => onReceipt(sale.id)} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function SaleLine({ sold, onReceipt }: { sold: StoredSale; onReceipt: () => void }) {
  const { sale, state, answer, title, totalNumbers } = sold;
  const { label, tone } = STATES[state];
  const numbers = sale.numbers.map((number) => formatCotaNumber(number, totalNumbers)).join(', ');
  const backCentavos = discountCentavos(sold);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <strong className="wrap-anywhere">{sale.name}</strong>
          <span className="tabular block text-sm wrap-anywhere text-ink-soft">
            {formatBrl(sale.paidCentavos)} · {numbers}
          </span>
          <span className="block text-sm wrap-anywhere text-ink-soft">
            {title} · {formatDateTime(sale.soldAt)}
          </span>
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {answer?.outcome === 'rejected' && (
        <p
          className={
            state === 'rejected' ? 'rounded-md bg-danger-tint px-4 py-3 text-danger' : 'text-sm text-ink-soft'
          }
        >
          {rejectionReason(answer, totalNumbers)}
          {state === 'rejected' && <strong> {rejectionRemedy(sold, answer)}</strong>}
        </p>
      )}
      {isUnreadable(sold) && (
        <p className="rounded-md bg-warning-tint px-4 py-3 text-warning">{unreadableText(sold)}</p>
      )}
      {backCentavos > 0 && (
        <p className="text-sm">
          {sold.isDiscountReturned ? `Desconto devolvido: ${formatBrl(backCentavos)}.` : discountText(sold)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {(state === 'rejected' || isUnreadable(sold)) && (
          <Button size="sm" variant="outline" onClick={() => void markReturned(sold.id)}>
            {sale.paidWith === 'pix' ? 'Devolvi o Pix' : 'Devolvi o dinheiro'}
          </Button>
        )}
        {backCentavos > 0 && !sold.isDiscountReturned && (
          <Button size="sm" variant="outline" onClick={() => void markReturned(sold.id)}>
            Devolvi {formatBrl(backCentavos)}
          </Button>
        )}
        {(state === 'queued' || state === 'sold') && (
          <Button size="sm" variant="quiet" onClick={onReceipt}>
            Ver recibo
          </Button>
        )}
      </div>
    </div>
  );
}
