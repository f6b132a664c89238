import { fileURLToPath } from 'node:url';
import { EMBEDDED_FONTS, needsEmbeddedFont, printableWords } from './printable-words.ts';

const STANDARD_FONTS = { regular: 'Helvetica', bold: 'Helvetica-Bold' };

/**
 * Selects Helvetica, or an embedded font if Helvetica lacks a letter: a document embeds only the letters that it shows.
 * @returns the words as that font can show them
 */
export function fitFont(
  pdf: PDFKit.PDFDocument,
  words: string,
  style: 'regular' | 'bold' = 'regular',
): string {
  const printable = printableWords(words);
  pdf.font(needsEmbeddedFont(printable) ? fileURLToPath(EMBEDDED_FONTS[style]) : STANDARD_FONTS[style]);
  return printable;
}
