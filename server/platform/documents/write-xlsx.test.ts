import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { writeXlsx } from './write-xlsx.ts';

test('writes each sheet with its texts as texts and its amounts as numbers', async () => {
  const workbook = await writeXlsx([
    {
      name: 'Por dia & mês',
      head: ['Dia', 'Vendas'],
      rows: [
        ['=HYPERLINK("x")', { centavos: 123_456 }],
        ['<b>', { centavos: -5 }],
        ['Pedidos', { count: 12 }],
      ],
    },
    { name: 'Vazia', head: ['Dia'], rows: [] },
  ]);
  const { sheets } = await readXlsx(workbook, { readStyles: true });
  expect(sheets.map(({ name }) => name)).toEqual(['Por dia & mês', 'Vazia']);
  expect(sheets[0]!.rows).toEqual([
    ['Dia', 'Vendas'],
    ['=HYPERLINK("x")', 1234.56],
    ['<b>', -0.05],
    ['Pedidos', 12],
  ]);
  expect(sheets[0]!.cells?.get('3,1')?.style?.numFmt).toBe('#,##0');
  expect(sheets[0]!.freezePane).toEqual({ rows: 1 });
  expect(sheets[0]!.cells?.get('0,0')?.style?.font?.bold).toBe(true);
  expect([...(sheets[0]!.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([]);
});
