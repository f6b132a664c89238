import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../../accounts/accounts.testing.ts';
import { pdfText } from '../../platform/documents/pdf-text.testing.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { addRifa } from '../../orders/orders.testing.ts';
import { createHttpApp } from '../../platform/http/http.ts';
import { createStatementRoutes } from './statement.routes.ts';
import { readStatementSheets } from './statement.ts';

let service: TestAuthService;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  service = await startAuthService();
  for (const role of ['buyer', 'support', 'admin']) {
    const { data } = await service
      .newClient()
      .signUp({ email: `${role}@exemplo.com.br`, password: 'segredo123' });
    await service.platform.db.updateTable('profiles').set({ role }).where('id', '=', data.user!.id).execute();
    tokens[role] = data.session!.access_token;
  }
  const [firstRifa, secondRifa] = [
    await addRifa(service.platform.db, 100),
    await addRifa(service.platform.db, 100),
  ];
  await postToLedger(
    service.platform.db,
    [
      {
        key: 'settle:x',
        entries: [
          entry('customer_funds', 900),
          entry(`sales:${firstRifa}`, -700),
          entry(`sales:${secondRifa}`, -200),
        ],
      },
      {
        key: 'discount:x',
        entries: [entry(`discounts:${firstRifa}`, 100), entry(`list_price:${firstRifa}`, -100)],
      },
      { key: 'out:p:1:200', entries: [entry('mp_receivable', -200), entry(`sales:${secondRifa}`, 200)] },
      { key: 'fix:1', entries: [entry(`taxes:${firstRifa}`, 55), entry('bank', -55)] },
    ],
    new Date('2026-11-10T12:00:00Z'),
  );
});
afterAll(() => service.stop());

const entry = (account: string, amountCentavos: number) => ({ account, amountCentavos });
const MONTH = { from: '2026-11-01', to: '2026-11-30' };
const get = (path: string, role?: string) => {
  const app = createHttpApp(service.platform.log);
  app.route('/', createStatementRoutes(service.platform));
  return app.request(path, { headers: role ? { authorization: `Bearer ${tokens[role]}` } : {} });
};

test('each sheet adds up to the totals, and debits equal credits', async () => {
  const { db } = service.platform;
  const sheets = await readStatementSheets(db, MONTH);
  const centavosIn = (cell: unknown) => (cell as { centavos: number }).centavos;
  const [summary, byDay, byRifa, entries] = sheets.map(({ rows }) => rows);
  const totals = summary!.map((row) => centavosIn(row[1]));
  expect(totals).toEqual([1_000, 100, 900, 200, 0, 0, 0, 0, 55, 645]);
  // Names the compared days, because they do not cover all of October.
  expect(sheets[0]!.head).toEqual(['Valor', '01/11/2026 a 30/11/2026', '02/10/2026 a 31/10/2026']);
  for (const rows of [byDay!, byRifa!]) {
    expect(rows.at(-1)!.slice(1).map(centavosIn)).toEqual(totals);
    totals.forEach((total, index) => {
      const column = rows.slice(0, -1).map((row) => centavosIn(row[index + 1]));
      expect(column.reduce((sum, centavosOfRow) => sum + centavosOfRow, 0)).toBe(total);
    });
  }
  const sumColumn = (column: number) => entries!.reduce((sum, row) => sum + centavosIn(row[column]), 0);
  expect(entries).toHaveLength(9);
  expect(sumColumn(4)).toBe(sumColumn(5));
});

test('requires a role that may export, and a period', async () => {
  const path = '/exportar/extrato.xlsx?de=2026-11-01&ate=2026-11-30';
  expect((await get(path)).status).toBe(401);
  expect((await get(path, 'buyer')).status).toBe(403);
  expect((await get(path, 'support')).status).toBe(403);
  expect((await get('/exportar/extrato.xlsx', 'admin')).status).toBe(400);
  expect((await get('/exportar/extrato.pdf?de=2026-11-30&ate=2026-11-01', 'admin')).status).toBe(400);
});

test('exports a workbook and a PDF', async () => {
  const query = '?de=2026-11-01&ate=2026-11-30';
  const workbook = Buffer.from(await (await get(`/exportar/extrato.xlsx${query}`, 'admin')).arrayBuffer());
  expect(workbook.toString('latin1', 0, 2)).toBe('PK');
  const pdf = await get(`/exportar/extrato.pdf${query}`, 'admin');
  expect(pdf.headers.get('content-disposition')).toContain('extrato-2026-11-01-2026-11-30.pdf');
  const bytes = Buffer.from(await pdf.arrayBuffer());
  expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
  const lines = pdfText(bytes).split('\n');
  // No column heading is cut off.
  expect(lines).toEqual(expect.arrayContaining(['Reembolsos', 'Tarifas', 'Contestações', 'Impostos']));
  expect(lines).toContain('02/10/2026 a 31/10/2026');
});
