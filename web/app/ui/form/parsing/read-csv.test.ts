import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

const read = (part: BlobPart, most = 1_000) => readCsv(new Blob([part]), most);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test('reads UTF-8, UTF-16 and the formats of spreadsheets', async () => {
  const text = 'SOURCE_ID;DESCRIÇÃO\r\n1;Liquidação';
  expect(await read(text)).toEqual({ text });
  expect(await read(`\uFEFF${text}`)).toEqual({ text });
  expect(await read(latin1(text))).toEqual({ text });
  const marked = `\uFEFF${text}`;
  const bytes = Uint16Array.from({ length: marked.length }, (_, index) => marked.charCodeAt(index));
  expect(await read(bytes)).toEqual({ text });
});

test('explains why an empty, binary or too large file is rejected', async () => {
  const problem = (sentence: RegExp) => ({ problem: expect.stringMatching(sentence) as string });
  expect(await read('')).toEqual(problem(/está vazio/));
  expect(await read(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0))).toEqual(problem(/não é um CSV/));
  const large = problem(/tem 5,0 MB, e a loja lê até 0,9 MB de cada vez\. Baixe períodos menores/);
  expect(await read('x'.repeat(5_000_000), 900_000)).toEqual(large);
  expect(await read('x'.repeat(1_000_000), 900_000)).toEqual(problem(/tem 1,0 MB/));
});

test('reports that a file was deleted after it was chosen', async () => {
  const deletedFile = new Blob(['a;b']);
  deletedFile.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  expect(await readCsv(deletedFile, 1_000)).toEqual({
    problem: 'Não deu para ler este arquivo. Escolha-o de novo.',
  });
});
