import type { OwnVoucher } from '@mare/contract/partners/vouchers.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';

interface VoucherFactsProps {
  partner: OwnVoucher['partner'];
  /** Relevant date with its label. */
  date: { label: string; text: string };
}

/** Where and when the winner uses a voucher. */
export function VoucherFacts({ partner, date }: VoucherFactsProps) {
  return (
    <dl className="grid gap-1 text-sm">
      <div className="flex justify-between gap-3">
        <dt className="shrink-0 text-ink-soft">Onde usar</dt>
        <dd className="text-right font-semibold">
          {partner.companyName}
          <span className="block font-normal">
            {[partner.address, `${partner.city} (${partner.state})`].filter(Boolean).join(', ')}
          </span>
        </dd>
      </div>
      <div className="flex justify-between gap-3">
        <dt className="shrink-0 text-ink-soft">Telefone</dt>
        <dd className="text-right font-semibold">
          <a href={`tel:+55${partner.phone}`} className="text-link">
            {formatPhone(partner.phone)}
          </a>
        </dd>
      </div>
      <div className="flex justify-between gap-3">
        <dt className="shrink-0 text-ink-soft">{date.label}</dt>
        <dd className="font-semibold">{date.text}</dd>
      </div>
    </dl>
  );
}
