/** Extracts the text of a PDF. Supports only the standard fonts used by the shop's documents. */
import { inflateSync } from 'node:zlib';

export function pdfText(pdf: Buffer): string {
  const bytes = pdf.toString('latin1');
  const streams = [...bytes.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]*)>/gi)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n');
}
