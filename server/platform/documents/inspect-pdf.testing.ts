/** A small PDF with an empty page and optional further objects. */
export function createPdf(objects = ''): Buffer {
  return Buffer.from(
    `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >> endobj
${objects}
trailer << /Root 1 0 R >>
startxref
0
%%EOF
`,
    'latin1',
  );
}
