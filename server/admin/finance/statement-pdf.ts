/** PDF of the statement of a period: totals beside those before, by rifa and by day. */
import type { Readable } from 'node:stream';
import Pdf from 'pdfkit';
import type { FinanceReport } from '@mare/contract/admin/finance.ts';
import { FIGURES, figureLabels } from '@mare/domain/admin/finance-figures.ts';
import { formatBrl, formatDateTime } from '@mare/domain/format.ts';
import type { FinancePeriod } from './finance.queries.ts';
import { writeDay } from './statement.ts';

const MARGIN = 36;
const INK = '#0d2b34';
const SOFT = '#475f66';
const LINE = '#c9d8db';
const ROW = 15;
const FIRST_COLUMN = 130;
const SMALL = 7;

interface Statement {
  period: FinancePeriod;
  report: FinanceReport;
  shopName: string;
  now: Date;
}

export function drawStatement({ period, report, shopName, now }: Statement): Readable {
  const title = `Extrato de ${writeDay(period.from)} a ${writeDay(period.to)}`;
  const pdf = new Pdf({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    lang: 'pt-BR',
    info: { Title: title, Author: shopName },
  });
  pdf.fillColor(INK).font('Helvetica-Bold').fontSize(18).text(title);
  pdf.font('Helvetica').fontSize(9).fillColor(SOFT);
  pdf.text(`${shopName} · lido do livro-caixa em ${formatDateTime(now)}`);
  pdf.text(balanceSentence(report));
  const heads = FIGURES.map((figure) => figureLabels[figure]);
  const cellsOf = (figures: FinanceReport['total']) => FIGURES.map((figure) => formatBrl(figures[figure]));
  writeTable(
    pdf,
    'Total',
    ['', ...heads],
    [
      ['Período', ...cellsOf(report.total)],
      ['Período anterior', ...cellsOf(report.before)],
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

function writeTable(
  pdf: PDFKit.PDFDocument,
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const width = (pdf.page.width - 2 * MARGIN - FIRST_COLUMN) / (head.length - 1);
  const bottom = () => pdf.page.height - MARGIN;
  let y = pdf.y + 16;
  const row = (cells: readonly string[], font: string) => {
    pdf.font(font).fontSize(SMALL).fillColor(INK);
    cells.forEach((cell, column) => {
      const x = column === 0 ? MARGIN : MARGIN + FIRST_COLUMN + (column - 1) * width;
      const size = column === 0 ? FIRST_COLUMN - 6 : width;
      const align = column === 0 ? 'left' : 'right';
      pdf.text(cell, x, y, { width: size, height: ROW - 4, align, lineBreak: false, ellipsis: true });
    });
    pdf
      .moveTo(MARGIN, y + ROW - 5)
      .lineTo(pdf.page.width - MARGIN, y + ROW - 5)
      .lineWidth(0.5)
      .stroke(LINE);
    y += ROW;
  };
  const begin = () => {
    pdf.font('Helvetica-Bold').fontSize(12).fillColor(INK).text(title, MARGIN, y);
    y += 20;
    row(head, 'Helvetica-Bold');
  };
  if (y + 4 * ROW > bottom()) {
    pdf.addPage();
    y = MARGIN;
  }
  begin();
  for (const cells of rows) {
    if (y + ROW > bottom()) {
      pdf.addPage();
      y = MARGIN;
      begin();
    }
    row(cells, cells[0] === 'Total' ? 'Helvetica-Bold' : 'Helvetica');
  }
  pdf.x = MARGIN;
  pdf.y = y;
}
