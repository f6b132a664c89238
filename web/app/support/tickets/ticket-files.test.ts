import { expect, test } from 'vitest';
import { validateTicketFile } from './ticket-files.ts';

test.each([
  ['a photo', { size: 3_000_000, type: 'image/jpeg' }, true],
  ['a PDF at the limit', { size: 5_000_000, type: 'application/pdf' }, true],
  ['a photo whose format only the server knows', { size: 1, type: '' }, true],
  ['a PDF above the limit', { size: 5_000_001, type: 'application/pdf' }, expect.stringContaining('5 MB')],
  ['a photo above the limit', { size: 12_000_001, type: 'image/png' }, expect.stringContaining('12 MB')],
  ['an empty photo', { size: 0, type: 'image/png' }, expect.stringContaining('vazio')],
  ['a program', { size: 10, type: 'application/x-msdownload' }, expect.stringContaining('ou um PDF')],
])('%s', (_name, file, result) => {
  expect(validateTicketFile([file])).toEqual(result);
});

test('accepts no file', () => {
  expect(validateTicketFile(undefined)).toBe(true);
  expect(validateTicketFile([])).toBe(true);
});
