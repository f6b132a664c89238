import type { LiveStep, RifaLiveSales } from '@mare/contract/rifas/rifa-live.ts';
import { formatDayOfYear, formatTime } from '@mare/domain/format.ts';
import { formatBrl, formatCount, formatInteger } from '../../../format.ts';

const formats: Record<LiveStep, (at: string) => string> = {
  minute: formatTime,
  hour: (at) => `${formatDayOfYear(at)}, ${formatTime(at)}`,
  day: formatDayOfYear,
};

interface SalesBarsProps {
  points: RifaLiveSales['points'];
  step: LiveStep;
}

/**
 * Bar chart of paid cotas, and the same data as a table. The last bar is hatched, because its period is incomplete.
 */
export function SalesBars({ points, step }: SalesBarsProps) {
  const highest = Math.max(1, ...points.map(({ cotas }) => cotas));
  const label = formats[step];
  const first = points[0];
  const sum = points.reduce((total, { cotas }) => total + cotas, 0);
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink-soft">
        {formatCount(sum, 'cota paga', 'cotas pagas')} desde {first && label(first.at)}. A última barra ainda
        está em andamento.
      </p>
      <div aria-hidden className="flex h-40 items-end gap-px border-b border-line">
        {points.map(({ at, cotas }, index) => (
          <div
            key={at}
            title={`${label(at)}: ${cotas}`}
            className={
              index === points.length - 1
                ? 'min-w-0 grow rounded-t-sm border border-b-0 border-dashed border-sea bg-sea-tint'
                : 'min-w-0 grow rounded-t-sm bg-sea'
            }
            style={{ height: `${(cotas / highest) * 100}%` }}
          />
        ))}
      </div>
      <details>
        <summary className="text-sm font-semibold">Ver como tabela</summary>
        <section
          aria-label="Vendas em tabela"
          // Focusable, so that the arrow keys scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-3 max-h-72 overflow-y-auto"
        >
          <table className="tabular w-full text-sm">
            <thead>
              <tr className="text-left">
                <th className="py-1">Início</th>
                <th className="py-1 text-right">Cotas</th>
                <th className="py-1 text-right">Receita</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ at, cotas, revenueCentavos }) => (
                <tr key={at} className="border-t border-line">
                  <td className="py-1">{label(at)}</td>
                  <td className="py-1 text-right">{formatInteger(cotas)}</td>
                  <td className="py-1 text-right">{formatBrl(revenueCentavos)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </div>
  );
}
