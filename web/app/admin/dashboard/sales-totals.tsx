import type { Sales, SalesTotals } from '@mare/contract/admin/admin.ts';
import { formatBrl, formatInteger } from '../../format.ts';

const stats: { label: string; of: keyof SalesTotals; format: (value: number) => string }[] = [
  { label: 'Receita', of: 'revenueCentavos', format: formatBrl },
  { label: 'Pedidos pagos', of: 'paidOrders', format: formatInteger },
  { label: 'Pedidos feitos', of: 'orders', format: formatInteger },
  { label: 'Cotas', of: 'cotas', format: formatInteger },
  { label: 'Pessoas novas', of: 'newUsers', format: formatInteger },
];

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 });

/** @param before label of the previous period, as in '10% a mais que na véspera' */
export function SalesTotalsList({ sales, before }: { sales: Sales; before: string }) {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
      {stats.map(({ label, of, format }) => (
        <div key={of}>
          <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
          <dd className="tabular font-display text-xl font-bold">{format(sales[of])}</dd>
          {[
            ...change(sales, of, sales.before, before),
            ...change(sales, of, sales.weekBefore, 'que há uma semana'),
          ].map((text) => (
            <dd key={text} className="tabular text-sm text-ink-soft">
              {text}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Compared with an earlier period, up to the same point; no comparison with a period without sales. */
function change(
  sales: SalesTotals,
  of: keyof SalesTotals,
  earlier: SalesTotals | null,
  label: string,
): string[] {
  return earlier && earlier[of] > 0 ? [changeSentence(sales[of] / earlier[of] - 1, label)] : [];
}

/** @param fraction increase as a fraction of the earlier period */
export function changeSentence(fraction: number, label: string): string {
  const shown = percent.format(Math.abs(fraction));
  if (shown === percent.format(0)) return `o mesmo ${label}`;
  return `${shown} ${fraction > 0 ? 'a mais' : 'a menos'} ${label}`;
}
