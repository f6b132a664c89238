/** Reports for an accountant or an authority: A4, landscape, with a title and tables. */
import Pdf from 'pdfkit';
import { drawLogo, type LogoPicture } from './logo.ts';
import { fitFont } from './fit-font.ts';

const MARGIN = 36;
const INK = '#0d2b34';
const SOFT = '#475f66';
const LINE = '#c9d8db';
const ROW = 15;
const FIRST_COLUMN = 130;
const SMALL = 7;
const LOGO_HEIGHT = 32;

export interface ReportAuthor {
  /** Drawn above the title; null without one. */
  logo: LogoPicture | null;
  name: string;
  /** Written below the title. */
  lines: readonly string[];
}

/** Keeps the text style of the sentences below the title for the following content. */
export function beginReport(title: string, { name, lines, logo }: ReportAuthor): PDFKit.PDFDocument {
  const pdf = new Pdf({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    lang: 'pt-BR',
    info: { Title: title, Author: name },
  });
  if (logo) {
    drawLogo(pdf, logo, { left: MARGIN, top: MARGIN, height: LOGO_HEIGHT, maxWidth: 4 * LOGO_HEIGHT });
    pdf.y = MARGIN + LOGO_HEIGHT + 10;
  }
  pdf
    .fillColor(INK)
    .fontSize(18)
    .text(fitFont(pdf, title, 'bold'));
  pdf.fontSize(9).fillColor(SOFT);
  for (const line of lines) pdf.text(fitFont(pdf, line));
  pdf.font('Helvetica');
  return pdf;
}

/**
 * Writes a table with a repeated head. The first column is wide and starts left; the others are aligned right. A row that begins
 * with 'Total' is bold.
 */
export function writeTable(
  pdf: PDFKit.PDFDocument,
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const width = (pdf.page.width - 2 * MARGIN - FIRST_COLUMN) / (head.length - 1);
  const bottom = () => pdf.page.height - MARGIN;
  let y = pdf.y + 16;
  const row = (cells: readonly string[], style: 'regular' | 'bold') => {
    pdf.fontSize(SMALL).fillColor(INK);
    cells.forEach((cell, column) => {
      const x = column === 0 ? MARGIN : MARGIN + FIRST_COLUMN + (column - 1) * width;
      const size = column === 0 ? FIRST_COLUMN - 6 : width;
      const align = column === 0 ? 'left' : 'right';
      pdf.text(fitFont(pdf, cell, style), x, y, {
        width: size,
        height: ROW - 4,
        align,
        lineBreak: false,
        ellipsis: true,
      });
    });
    pdf
      .moveTo(MARGIN, y + ROW - 5)
      .lineTo(pdf.page.width - MARGIN, y + ROW - 5)
      .lineWidth(0.5)
      .stroke(LINE);
    y += ROW;
  };
  const begin = () => {
    pdf
      .fontSize(12)
      .fillColor(INK)
      .text(fitFont(pdf, title, 'bold'), MARGIN, y);
    y += 20;
    row(head, 'bold');
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
    row(cells, cells[0] === 'Total' ? 'bold' : 'regular');
  }
  pdf.x = MARGIN;
  pdf.y = y;
}
