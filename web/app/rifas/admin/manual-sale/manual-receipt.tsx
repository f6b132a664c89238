import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';
import { formatBrl, formatCotaNumber } from '../../../format.ts';
import { links } from '../../../links.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { NumberChip } from '../../../ui/data-display/number-chip.tsx';
import { whatsAppLink } from '../../../ui/whatsapp-link.ts';
import { useFocusOnMount } from '../../../ui/focus/use-focus-on-mount.ts';

export interface SoldCotas {
  externalReference: string;
  numbers: number[];
  totalCentavos: number;
  /** Price that the seller named; a discount of the buyer may have lowered the total. */
  askedCentavos: number;
  name: string;
  /** Empty without one. */
  email: string;
  phone: string;
}

interface ManualReceiptProps {
  rifa: RifaDetail;
  sold: SoldCotas;
  onDone: () => void;
}

/** Receipt of a manual sale, to send by mail or WhatsApp, or to print. */
export function ManualReceipt({ rifa, sold, onDone }: ManualReceiptProps) {
  // Moves focus: the form has disappeared.
  const result = useFocusOnMount<HTMLParagraphElement>();
  const numbers = sold.numbers.map((number) => formatCotaNumber(number, rifa.totalNumbers));
  const order = links.order(sold.externalReference);
  const backCentavos = sold.askedCentavos - sold.totalCentavos;
  const message = () =>
    `${sold.name}, suas cotas de “${rifa.title}”: ${numbers.join(', ')}. Recibo: ${location.origin}${order}`;
  return (
    <div className="grid gap-4">
      <p ref={result} tabIndex={-1} className="text-lg font-semibold">
        Vendido: {formatBrl(sold.totalCentavos)} em dinheiro.
        {sold.email !== '' && ` O recibo vai para ${sold.email}.`}
      </p>
      {backCentavos > 0 && (
        <p>Quem comprou tem desconto: devolva {formatBrl(backCentavos)} do que foi combinado.</p>
      )}
      <p className="flex flex-wrap gap-2">
        {numbers.map((number) => (
          <NumberChip key={number}>{number}</NumberChip>
        ))}
      </p>
      <div className="flex flex-wrap gap-3">
        <a
          href={whatsAppLink(message(), whatsAppOf(sold.phone))}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          Mandar recibo por WhatsApp
        </a>
        <a
          href={order}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          Abrir recibo para imprimir
        </a>
      </div>
      <Button variant="secondary" onClick={onDone}>
        Concluir
      </Button>
    </div>
  );
}

/** Empty lets the seller choose the contact in WhatsApp. */
function whatsAppOf(typed: string): string {
  const phone = readBrazilianPhone(typed);
  return phone ? `55${phone}` : '';
}
