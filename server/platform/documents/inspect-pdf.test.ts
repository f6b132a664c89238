import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPdf } from './inspect-pdf.testing.ts';
import { isHarmlessPdf } from './inspect-pdf.ts';

const objectStream = (objects: string, dictionary = '/Filter /FlateDecode') => {
  const data = deflateSync(Buffer.from(objects)).toString('latin1');
  return `5 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj`;
};

test('accepts a plain PDF, also with compressed objects and page content', () => {
  expect(isHarmlessPdf(createPdf())).toBe(true);
  expect(isHarmlessPdf(createPdf(objectStream('7 0 << /Type /Font >>')))).toBe(true);
  const page = deflateSync(Buffer.from('BT (Launch) Tj ET')).toString('latin1');
  const content = `6 0 obj\n<< /Filter /FlateDecode /Length ${page.length} >>\nstream\n${page}\nendstream\nendobj`;
  expect(isHarmlessPdf(createPdf(content))).toBe(true);
});

test.each([
  ['a script', '7 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj'],
  ['a script with an escaped name', '7 0 obj << /S /J#61vaScr#69pt /JS (app.alert(1)) >> endobj'],
  ['a launch action', '7 0 obj << /S /Launch /F (cmd.exe) >> endobj'],
  ['an attachment', '7 0 obj << /Type /EmbeddedFile >> endobj'],
  ['an XFA form', '7 0 obj << /AcroForm << /XFA 8 0 R >> >> endobj'],
  ['encryption', 'trailer << /Encrypt 9 0 R >>'],
  ['a script among compressed objects', objectStream('7 0 << /S /JavaScript /JS (app.alert(1)) >>')],
  ['compressed objects that cannot be read', objectStream('', '/Filter [/ASCII85Decode /FlateDecode]')],
])('rejects %s', (_name, objects) => {
  expect(isHarmlessPdf(createPdf(objects))).toBe(false);
});

test('rejects a file that only starts like a PDF, and a truncated one', () => {
  expect(isHarmlessPdf(Buffer.from('%PDF-1.7 certificado'))).toBe(false);
  expect(isHarmlessPdf(createPdf().subarray(0, -30))).toBe(false);
  expect(isHarmlessPdf(Buffer.concat([createPdf(), Buffer.alloc(2000, '<script>')]))).toBe(false);
});

test('rejects decompression bombs', () => {
  const bomb = objectStream(' '.repeat(60_000_000));
  expect(isHarmlessPdf(createPdf(bomb))).toBe(false);
});
