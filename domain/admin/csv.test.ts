import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  [['Ana', 3, null], 'Ana;3;\r\n'],
  [[12.5, -2], '12,5;-2\r\n'],
  [[new Date('2026-11-22T02:59:30Z')], '21/11/2026 23:59\r\n'],
  [['a;b', 'diz "oi"'], '"a;b";"diz ""oi"""\r\n'],
  [['=1+1', '+55', '-2', '@a', ' =2'], "'=1+1;'+55;'-2;'@a;' =2\r\n"],
])('formats the cells %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

test('escapes text so that it becomes neither a formula nor several cells', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const line = csvLine([text]).slice(0, -2);
      const isQuoted = line.startsWith('"');
      expect((isQuoted ? line.slice(1) : line).charAt(0)).not.toMatch(/[=+\-@\t\r\n]/);
      expect(isQuoted || !/[;\r\n]/.test(line)).toBe(true);
    }),
  );
});
