/** PDF of the statement of a period: totals compared with the previous period, by rifa and by day. */
import type { Readable } from 'node:stream';
import type { FinanceReport } from '@mare/contract/admin/finance.ts';
import { FIGURES, figureLabels } from '@mare/domain/admin/finance-figures.ts';
import { describeRecordedLater } from '@mare/domain/admin/recorded-later.ts';
import { formatBrl, formatDateTime } from '@mare/domain/format.ts';
import { beginReport, writeTable } from '../../platform/documents/pdf-report.ts';
import type { ShopBrand } from '../../settings/read-shop-identity.ts';
import type { FinancePeriod } from './finance.queries.ts';
import { periodBefore } from './read-finance.ts';
import { writeDay, writePeriod } from './statement.ts';

/** Short labels for narrow columns. */
const COLUMN_HEADS = {
  ...figureLabels,
  fees: 'Tarifas',
  chargebacks: 'Contestações',
  taxes: 'Impostos',
};

interface Statement {
  period: FinancePeriod;
  report: FinanceReport;
  shop: ShopBrand;
  now: Date;
}

export function drawStatement({ period, report, shop, now }: Statement): Readable {
  const title = `Extrato de ${writePeriod(period)}`;
  const pdf = beginReport(title, shop);
  pdf.text(`${shop.name} · lido do livro-caixa em ${formatDateTime(now)}`);
  pdf.text(balanceSentence(report));
  if (report.recordedLater) pdf.text(describeRecordedLater(report.recordedLater));
  const heads = FIGURES.map((figure) => COLUMN_HEADS[figure]);
  const cellsOf = (figures: FinanceReport['total']) => FIGURES.map((figure) => formatBrl(figures[figure]));
  writeTable(
    pdf,
    'Total',
    ['', ...heads],
    [
      [writePeriod(period), ...cellsOf(report.total)],
      [writePeriod(periodBefore(period)), ...cellsOf(report.before)],
    ],
  );
  writeTable(
    pdf,
    'Por rifa',
    ['Rifa', ...heads],
    [
      ...report.rifas.map((rifa) => [rifa.title, ...cellsOf(rifa)]),
      ['Sem rifa', ...cellsOf(report.ofNoRifa)],
      ['Total', ...cellsOf(report.total)],
    ],
  );
  writeTable(
    pdf,
    'Por dia',
    ['Dia', ...heads],
    [...report.days.map((day) => [writeDay(day.day), ...cellsOf(day)]), ['Total', ...cellsOf(report.total)]],
  );
  pdf.end();
  return pdf;
}

function balanceSentence({ unbalanced, proof }: FinanceReport): string {
  if (unbalanced.length > 0)
    return `O livro-caixa não fecha: ${unbalanced.join(', ')}. Este extrato não está certo.`;
  if (!proof) return 'Todos os lançamentos do período somam zero.';
  const { length } = proof.mismatches;
  return `Todos os lançamentos do período somam zero. Conferência com pedidos e provedor em ${formatDateTime(new Date(proof.provedAt))}: ${length === 0 ? 'tudo confere' : `${length} diferenças`}.`;
}
