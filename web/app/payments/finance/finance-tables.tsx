import { joinWords } from '@mare/domain/format.ts';
import type { FinanceReport } from '@mare/contract/admin/finance.ts';
import type { FinanceKind } from '@mare/domain/admin/finance-figures.ts';
import { formatBrl } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { WideTable } from '../../ui/data-display/wide-table.tsx';
import { type Drill, FINANCE_KINDS, figureLabels, OF_RIFA, shortDay } from './finance-labels.ts';
import { FinanceHeading } from './finance-heading.tsx';

interface FinanceTablesProps {
  report: FinanceReport;
  onDrill: (drill: Drill) => void;
}

/** The period by rifa and by day. Each figure opens its entries. */
export function FinanceTables({ report: { rifas, ofNoRifa, days }, onDrill }: FinanceTablesProps) {
  const moving = FINANCE_KINDS.filter((kind) => [...rifas, ofNoRifa, ...days].some((row) => row[kind] !== 0));
  const still = FINANCE_KINDS.filter((kind) => !moving.includes(kind)).map((kind) => figureLabels[kind]);
  return (
    <>
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <FinanceHeading section="por-rifa" />
        <p className="text-sm text-ink-soft">
          Vendas é o que foi pago, já com os descontos. Tarifas, contestações e comissões de um pedido com
          várias rifas são divididas pelo que foi pago por cada uma.
          {still.length > 0 && ` Sem movimento no período: ${joinWords(still).toLowerCase()}.`}
        </p>
        {rifas.length === 0 ? (
          <p>Nenhuma rifa teve lançamentos neste período.</p>
        ) : (
          <WideTable label="Resultado por rifa">
            <FiguresHead first="Rifa" kinds={moving} />
            <tbody>
              {rifas.map(({ rifaId, title, ...figures }) => (
                <tr key={rifaId} className="border-t border-line">
                  <th scope="row" className="min-w-40 py-2 pr-4 text-left font-semibold">
                    {title}
                  </th>
                  {moving.map((kind) => (
                    <td key={kind} className="py-2 pr-4 text-right">
                      {OF_RIFA.has(kind) ? (
                        <Figure
                          centavos={figures[kind]}
                          title={`${figureLabels[kind]} de ${title}`}
                          onOpen={(opened) => onDrill({ kind, rifaId, title: opened })}
                        />
                      ) : (
                        formatBrl(figures[kind])
                      )}
                    </td>
                  ))}
                  <td className="py-2 text-right font-bold">{formatBrl(figures.result)}</td>
                </tr>
              ))}
              {moving.some((kind) => ofNoRifa[kind] !== 0) && (
                <tr className="border-t border-line">
                  <th scope="row" className="py-2 pr-4 text-left">
                    Sem rifa
                  </th>
                  {moving.map((kind) => (
                    <td key={kind} className="py-2 pr-4 text-right">
                      {formatBrl(ofNoRifa[kind])}
                    </td>
                  ))}
                  <td className="py-2 text-right font-bold">{formatBrl(ofNoRifa.result)}</td>
                </tr>
              )}
            </tbody>
          </WideTable>
        )}
      </Card>
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <FinanceHeading section="por-dia" />
        <WideTable label="Movimento por dia">
          <FiguresHead first="Dia" kinds={moving} />
          <tbody>
            {days.toReversed().map(({ day, ...figures }) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="py-2 pr-4 text-left font-semibold">
                  {shortDay(day)}
                </th>
                {moving.map((kind) => (
                  <td key={kind} className="py-2 pr-4 text-right">
                    <Figure
                      centavos={figures[kind]}
                      title={`${figureLabels[kind]} em ${shortDay(day)}`}
                      onOpen={(opened) => onDrill({ kind, day, title: opened })}
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

function FiguresHead({ first, kinds }: { first: string; kinds: FinanceKind[] }) {
  return (
    <thead>
      <tr className="text-left">
        <th className="py-2 pr-4">{first}</th>
        {kinds.map((kind) => (
          <th key={kind} className="py-2 pr-4 text-right">
            {figureLabels[kind]}
          </th>
        ))}
        <th className="py-2 text-right">{figureLabels.result}</th>
      </tr>
    </thead>
  );
}

interface FigureProps {
  centavos: number;
  /** Title of the entries that the row sums. */
  title: string;
  onOpen: (title: string) => void;
}

function Figure({ centavos, title, onOpen }: FigureProps) {
  if (centavos === 0) return formatBrl(0);
  return (
    <button type="button" title={title} className="text-link min-h-6" onClick={() => onOpen(title)}>
      {formatBrl(centavos)}
    </button>
  );
}
