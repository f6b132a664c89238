import type { CheckedVoucher } from '@mare/contract/partners/vouchers.ts';
import { formatLongDate } from '../format.ts';

/** Date and place of a valid voucher as they are now. The paper in hand may be older. */
export function CheckedVoucherFacts({ checked: { expiresAt, partner } }: { checked: CheckedVoucher }) {
  if (!expiresAt || !partner) return null;
  return (
    <div className="mt-3 grid gap-1 text-sm">
      <p>
        Vale até <strong>{formatLongDate(expiresAt)}</strong>, em{' '}
        <strong>
          {partner.companyName}, {partner.city} ({partner.state})
        </strong>
        .
      </p>
      {partner.isPaused && (
        <p className="font-semibold">Este parceiro está em pausa: fale com o suporte antes de ir.</p>
      )}
      <p className="text-ink-soft">Um papel com outra data ou outro lugar é antigo: vale o que está aqui.</p>
    </div>
  );
}
