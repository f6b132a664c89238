import type { PartnerOverview } from '@mare/contract/partners/partners.ts';
import { useCommissionTerms } from '../../document/commission-terms.tsx';
import { formatBrl, formatInteger } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { ValidateForm } from './validate-form.tsx';

export function OverviewTab({ overview }: { overview: PartnerOverview }) {
  const { voucherCentavos } = useCommissionTerms();
  const stats: [string, string][] = [
    ['Vouchers pendentes', formatInteger(overview.pendingVouchers)],
    ['Vouchers validados', formatInteger(overview.validatedVouchers)],
    ['Comissões a receber', formatBrl(overview.pendingCentavos)],
    ['Comissões pagas', formatBrl(overview.paidCentavos)],
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {stats.map(([name, value]) => (
          <Card key={name} className="grid content-between gap-1 p-4 sm:p-6">
            <dt className="text-sm font-semibold text-ink-soft">{name}</dt>
            <dd className="tabular font-display text-xl font-extrabold whitespace-nowrap sm:text-2xl">
              {value}
            </dd>
          </Card>
        ))}
      </dl>
      <ValidateForm />
      <p className="text-ink-soft">
        Cada voucher validado rende {formatBrl(voucherCentavos)}, pagos todo mês por Pix.
      </p>
    </div>
  );
}
