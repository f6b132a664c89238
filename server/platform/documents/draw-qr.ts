import { encode } from 'uqr';

interface Place {
  left: number;
  top: number;
  side: number;
  /** Error correction: L holds the most text. Default M. */
  ecc?: 'L' | 'M';
}

/** Draws a QR code into a PDF, in points, with the current fill colour. */
export function drawQr(pdf: PDFKit.PDFDocument, text: string, { left, top, side, ecc = 'M' }: Place): void {
  const { data, size } = encode(text, { ecc, border: 2 });
  const cell = side / size;
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) pdf.rect(left + x * cell, top + y * cell, cell, cell);
  pdf.fill();
}
