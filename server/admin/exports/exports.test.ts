import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../../accounts/accounts.testing.ts';
import { addExpressAccount, addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { returnMoneyKeepingCotas } from '../../orders/returns/returned-money.testing.ts';
import { createHttpApp } from '../../platform/http/http.ts';
import { EXPORTS } from './export-lists.ts';
import { createExportRoutes } from './exports.routes.ts';

let service: TestAuthService;
let get: (path: string, token?: string) => Promise<Response>;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  service = await startAuthService();
  const app = createHttpApp(service.platform.log);
  app.route('/', createExportRoutes(service.platform));
  get = async (path, token) =>
    app.request(path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  for (const role of ['buyer', 'admin']) {
    const { data } = await service
      .newClient()
      .signUp({ email: `${role}@exemplo.com.br`, password: 'segredo123' });
    await service.platform.db.updateTable('profiles').set({ role }).where('id', '=', data.user!.id).execute();
    tokens[role] = data.session!.access_token;
  }
});
afterAll(() => service.stop());

/** Inserts an order with cotas of R$ 2,00. @returns its reference */
async function addOrder(
  userId: string,
  lines: { rifaId: string; selectedNumbers: number[] }[],
): Promise<string> {
  const { db } = service.platform;
  const { id: orderId, externalReference } = await addOrderRow(db, {
    userId,
    rifaId: lines[0]!.rifaId,
    quantity: lines.reduce((sum, { selectedNumbers }) => sum + selectedNumbers.length, 0),
    totalAmount: '6.00',
  });
  const rows = lines.map((line, at) => ({
    orderId,
    lineNo: at + 1,
    quantity: line.selectedNumbers.length,
    unitPrice: '2.00',
    totalAmount: `${2 * line.selectedNumbers.length}.00`,
    ...line,
  }));
  await db.insertInto('orderItems').values(rows).execute();
  return externalReference;
}

test('allows admins only, and returns 404 for an unknown list', async () => {
  expect((await get('/exportar/pessoas.csv')).status).toBe(401);
  expect((await get('/exportar/pessoas.csv', tokens.buyer)).status).toBe(403);
  expect((await get('/exportar/senhas.csv', tokens.admin)).status).toBe(404);
});

test.each(EXPORTS)('exports %s as a file', async (list) => {
  const rifa = list === 'compradores' ? `?rifa=${await addRifa(service.platform.db, 100)}` : '';
  const response = await get(`/exportar/${list}.csv${rifa}`, tokens.admin);
  expect(response.status).toBe(200);
  // A failing statement aborts the download.
  expect(await response.text()).toMatch(/^\uFEFF?[^\n]+\r?\n/);
});

// @covers panel: whole lists for spreadsheets, without formulas [server/admin/exports/export-lists.ts]
test('exports every row once over all batches, without formulas', async () => {
  const { db } = service.platform;
  await db
    .updateTable('profiles')
    .set({ name: '=HYPERLINK("x")' })
    .where('email', 'like', 'buyer@%')
    .execute();
  const ids = Array.from(
    { length: 5_100 },
    (_, index) => `5e000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  for (let start = 0; start < ids.length; start += 1_500) {
    const part = ids.slice(start, start + 1_500);
    await db
      .insertInto('auth.users')
      .values(part.map((id) => ({ id, email: `${id}@exemplo.com.br` })))
      .execute();
    // Equal timestamps across batch boundaries.
    await db
      .insertInto('profiles')
      .values(
        part.map((id) => ({ id, email: `${id}@exemplo.com.br`, segment: 'vip', createdAt: new Date(0) })),
      )
      .execute();
  }
  const response = await get('/exportar/pessoas.csv', tokens.admin);
  expect(response.headers.get('content-type')).toContain('text/csv');
  const text = await response.text();
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + 2 + ids.length);
  expect(new Set(lines).size).toBe(lines.length);
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  const vips = await (await get('/exportar/pessoas.csv?segment=vip', tokens.admin)).text();
  expect(vips.trimEnd().split('\r\n')).toHaveLength(1 + ids.length);
  const found = await (
    await get(`/exportar/pessoas.csv?search=${ids[7]}@exemplo.com.br`, tokens.admin)
  ).text();
  const many = await (await get('/exportar/pessoas.csv?search=5e000000', tokens.admin)).text();
  expect(many.trimEnd().split('\r\n')).toHaveLength(1 + ids.length);
  expect(found.trimEnd().split('\r\n')).toEqual([lines[0], expect.stringContaining(ids[7]!)]);
});

test('exports the stated address of a buyer without a registered account', async () => {
  const { db } = service.platform;
  const [userId, rifaId] = [
    await addExpressAccount(db, 'lia@exemplo.com.br', new Date()),
    await addRifa(db, 100),
  ];
  await db.updateTable('profiles').set({ name: 'Lia Reis' }).where('id', '=', userId).execute();
  const externalReference = await addOrder(userId, [{ rifaId, selectedNumbers: [7] }]);
  const people = await (await get('/exportar/pessoas.csv?search=lia@exemplo.com.br', tokens.admin)).text();
  expect(people).toContain('\r\nLia Reis;lia@exemplo.com.br;Não;');
  for (const path of [`compradores.csv?rifa=${rifaId}`, 'pedidos.csv']) {
    const text = await (await get(`/exportar/${path}`, tokens.admin)).text();
    const row = text.split('\r\n').find((each) => each.startsWith(externalReference));
    expect(row).toContain(';lia@exemplo.com.br;');
  }
});

test.each(EXPORTS)('rejects an unknown parameter of the export of %s', async (list) => {
  const response = await get(
    `/exportar/${list}.csv?rifa=5e000000-0000-4000-8000-000000000000&outro=1`,
    tokens.admin,
  );
  const unknown = list === 'compradores' ? 'outro' : 'rifa, outro';
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: 'INVALID_FILTER',
    message: expect.stringMatching(
      new RegExp(`^A exportação de ${list} não conhece: ${unknown}\\. (?:Os filtros dela são: |Ela não tem)`),
    ),
  });
});

test('escapes formulas in rifa titles', async () => {
  const { db } = service.platform;
  const id = await addRifa(db, 100);
  await db.updateTable('rifas').set({ title: '=1+1' }).where('id', '=', id).execute();
  const text = await (await get('/exportar/rifas.csv', tokens.admin)).text();
  const [head, newest] = text.trimEnd().split('\r\n');
  expect(head).toContain('Rifa;Situação;Preço da cota');
  expect(newest).toContain("'=1+1;Ativa;2;100;0;");
  // In America/Maceio.
  expect(newest).toMatch(/;\d{2}\/\d{2}\/\d{4} \d{2}:\d{2};\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
});

test('exports the buyers of one rifa with their numbers', async () => {
  for (const search of ['', '?rifa=', '?rifa=1'])
    expect((await get(`/exportar/compradores.csv${search}`, tokens.admin)).status).toBe(404);
  const { db } = service.platform;
  const [rifa, otherRifa] = [await addRifa(db, 100), await addRifa(db, 100)];
  const { userId } = await db
    .updateTable('profiles')
    .set({ phone: '82988887777' })
    .where('email', 'like', 'buyer@%')
    .returning('id as userId')
    .executeTakeFirstOrThrow();
  await addOrder(userId, [{ rifaId: otherRifa, selectedNumbers: [1] }]);
  const reference = await addOrder(userId, [
    { rifaId: otherRifa, selectedNumbers: [7] },
    { rifaId: rifa, selectedNumbers: [12, 3] },
  ]);
  const text = await (await get(`/exportar/compradores.csv?rifa=${rifa}`, tokens.admin)).text();
  const [, ...lines] = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    new RegExp(String.raw`^${reference};.*;\(82\) 98888-7777;.*;2;4;Pendente;0003 0012$`),
  );

  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('externalReference', '=', reference)
    .executeTakeFirstOrThrow();
  await returnMoneyKeepingCotas(db, { orderId, rifaId: rifa, centavos: 150 });
  const later = await (await get(`/exportar/compradores.csv?rifa=${rifa}`, tokens.admin)).text();
  expect(later).toMatch(/;2;2,5;Pago;0003 0012\r\n$/);
});

test('exports exactly the filtered orders, and rejects an invalid filter', async () => {
  const { db } = service.platform;
  const rifaId = await addRifa(db, 100);
  const buyer = await db
    .selectFrom('profiles')
    .select('id')
    .where('email', 'like', 'buyer@%')
    .executeTakeFirstOrThrow();
  for (const [reference, cotas] of [
    ['pequeno-000000000000', 1],
    ['grande-0000000000000', 40],
  ] as const) {
    const id = randomUUID();
    const money = { totalAmount: `${cotas * 2}.00`, quantity: cotas };
    await db
      .insertInto('orders')
      .values({
        id,
        externalReference: reference,
        userId: buyer.id,
        clientRequestId: reference,
        rifaId,
        customer: '{}',
        holdExpiresAt: new Date(),
        ...money,
      })
      .execute();
    await db
      .insertInto('orderItems')
      .values({
        orderId: id,
        rifaId,
        unitPrice: '2.00',
        selectedNumbers: Array.from({ length: cotas }, (_, at) => cotas + at),
        ...money,
      })
      .execute();
  }
  const exportOrders = async (query: string) =>
    (await get(`/exportar/pedidos.csv?${query}`, tokens.admin)).text();
  const largeOrders = await exportOrders(`rifaId=${rifaId}&minCentavos=5000`);
  expect(largeOrders).toContain('grande-0000000000000');
  expect(largeOrders).not.toContain('pequeno-000000000000');
  expect((await exportOrders(`rifaId=${rifaId}`)).trimEnd().split('\r\n')).toHaveLength(3);
  expect((await get('/exportar/pedidos.csv?status=perdido', tokens.admin)).status).toBe(400);
  for (const path of ['pedidos.csv?busca=grande', 'pessoas.csv?sort=newest', 'rifas.csv?de=2026-01-01']) {
    const response = await get(`/exportar/${path}`, tokens.admin);
    expect([path, response.status]).toEqual([path, 400]);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_FILTER',
      message: expect.stringMatching(
        /não conhece: (?:busca|sort|de)\. (?:Os filtros dela são: |Ela não tem filtros)/,
      ),
    });
  }
});

test('exports exactly the sales of the period, and rejects an invalid one', async () => {
  const { db } = service.platform;
  const account = `sales:${await addRifa(db, 100)}`;
  // The last minute of a day in Maceió, and the first of the next.
  for (const [txnKey, amount, createdAt] of [
    ['settle:before', '-1.00', '2026-07-01T02:59:00Z'],
    ['settle:after', '-2.50', '2026-07-01T03:01:00Z'],
  ] as const)
    await db
      .insertInto('ledgerEntries')
      .values([
        { txnKey, account, amount, createdAt: new Date(createdAt) },
        { txnKey, account: 'customer_funds', amount: amount.slice(1), createdAt: new Date(createdAt) },
      ])
      .execute();
  const response = await get('/exportar/vendas.csv?de=2026-06-01&ate=2026-06-30', tokens.admin);
  expect(response.headers.get('content-disposition')).toContain('"vendas-2026-06-01-2026-06-30.csv"');
  const exportSales = async (query: string) =>
    (await get(`/exportar/vendas.csv?${query}`, tokens.admin)).text();
  const readSales = async (query: string) => {
    const [, ...lines] = (await exportSales(query)).trimEnd().split('\r\n');
    return lines.map((line) => [line.split(';')[0], line.split(';')[4]]);
  };
  expect(await readSales('de=2026-06-01&ate=2026-06-30')).toEqual([['30/06/2026', '1']]);
  expect(await readSales('de=2026-07-01&ate=2026-07-31')).toEqual([['01/07/2026', '2,5']]);
  for (const query of ['de=ontem', 'ate=2026-02-30', 'de=2026-07-02&ate=2026-07-01'])
    expect([query, (await get(`/exportar/vendas.csv?${query}`, tokens.admin)).status]).toEqual([query, 400]);
});
