import type { FinanceReport } from '@mare/contract/admin/finance.ts';
import { formatBrl } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { WideTable } from '../../ui/data-display/wide-table.tsx';
import { type Drill, figureLabels, KINDS, shortDay } from './finance-labels.ts';

interface FinanceTablesProps {
  report: FinanceReport;
  onDrill: (drill: Drill) => void;
}

/** The period by rifa and by day. Each figure opens its entries. */
export function FinanceTables({ report: { rifas, days }, onDrill }: FinanceTablesProps) {
  return (
    <>
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="text-xl">Por rifa</h2>
        <p className="text-sm text-ink-soft">
          Vendas já com descontos e cupons. Tarifas, contestações e comissões não pertencem a uma rifa.
        </p>
        {rifas.length === 0 ? (
          <p>Nenhuma rifa teve vendas ou reembolsos neste período.</p>
        ) : (
          <WideTable label="Vendas por rifa">
            <thead>
              <tr className="text-left">
                <th className="py-2 pr-4">Rifa</th>
                <th className="py-2 pr-4 text-right">Vendas</th>
                <th className="py-2 pr-4 text-right">Reembolsos</th>
                <th className="py-2 text-right">Resultado</th>
              </tr>
            </thead>
            <tbody>
              {rifas.map(({ rifaId, title, result, ...figures }) => (
                <tr key={rifaId} className="border-t border-line">
                  <th scope="row" className="py-2 pr-4 text-left font-semibold">
                    {title}
                  </th>
                  {(['sales', 'refunds'] as const).map((kind) => (
                    <td key={kind} className="py-2 pr-4 text-right">
                      <Figure
                        centavos={figures[kind]}
                        onOpen={() => onDrill({ kind, rifaId, title: `${figureLabels[kind]} de ${title}` })}
                      />
                    </td>
                  ))}
                  <td className="py-2 text-right font-bold">{formatBrl(result)}</td>
                </tr>
              ))}
            </tbody>
          </WideTable>
        )}
      </Card>
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="text-xl">Por dia</h2>
        <WideTable label="Movimento por dia">
          <thead>
            <tr className="text-left">
              <th className="py-2 pr-4">Dia</th>
              {KINDS.map((kind) => (
                <th key={kind} className="py-2 pr-4 text-right">
                  {figureLabels[kind]}
                </th>
              ))}
              <th className="py-2 text-right">{figureLabels.result}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, ...figures }) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="py-2 pr-4 text-left font-semibold">
                  {shortDay(day)}
                </th>
                {KINDS.map((kind) => (
                  <td key={kind} className="py-2 pr-4 text-right">
                    <Figure
                      centavos={figures[kind]}
                      onOpen={() =>
                        onDrill({ kind, day, title: `${figureLabels[kind]} em ${shortDay(day)}` })
                      }
                    />
                  </td>
                ))}
                <td className="py-2 text-right font-bold">{formatBrl(figures.result)}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      </Card>
    </>
  );
}

function Figure({ centavos, onOpen }: { centavos: number; onOpen: () => void }) {
  if (centavos === 0) return formatBrl(0);
  return (
    <button type="button" className="text-link min-h-6" onClick={onOpen}>
      {formatBrl(centavos)}
    </button>
  );
}
