import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeXlsx } from './write-xlsx.ts';

const book = writeXlsx([
  {
    name: 'Por dia & mês',
    head: ['Dia', 'Vendas'],
    rows: [
      ['=HYPERLINK("x")', { centavos: 123_456 }],
      ['<b>\u0001', { centavos: -5 }],
    ],
  },
  { name: 'Vazia', head: ['Dia'], rows: [] },
]);

/** Reads the archive by its central directory. */
function open(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf('PK\u0005\u0006');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    expect(archive.toString('latin1', at, at + 4)).toBe('PK\u0001\u0002');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    files.set(name, inflateRawSync(packed).toString());
    at += 46 + nameLength;
  }
  return files;
}

test('writes each sheet with its texts as texts and its amounts as numbers', () => {
  const files = open(book);
  const sheet = files.get('xl/worksheets/sheet1.xml')!;
  expect(sheet).toContain('=HYPERLINK(&quot;x&quot;)</t>');
  expect(sheet).toContain('&lt;b&gt;</t>');
  expect([...sheet.matchAll(/<v>([^<]+)<\/v>/g)].map(([, value]) => value)).toEqual(['1234.56', '-0.05']);
  expect(files.get('xl/workbook.xml')).toContain('name="Por dia &amp; mês"');
  expect(files.get('xl/worksheets/sheet2.xml')).toContain('<row>');
  expect([...files.keys()]).toHaveLength(7);
});

test('other programs find the archive sound', () => {
  const folder = mkdtempSync(join(tmpdir(), 'xlsx-'));
  try {
    writeFileSync(join(folder, 'a.xlsx'), book);
    const script = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())';
    let answer = 'None';
    try {
      answer = execFileSync('python3', ['-c', script, join(folder, 'a.xlsx')])
        .toString()
        .trim();
    } catch (error) {
      // Machines without Python leave it to the test above.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    expect(answer).toBe('None');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
