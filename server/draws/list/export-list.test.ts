import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../../accounts/accounts.testing.ts';
import { addRifa } from '../../orders/orders.testing.ts';
import { createHttpApp } from '../../platform/http/http.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { drawsJobs } from '../draws.jobs.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../draws.testing.ts';
import { createListExportRoutes } from './export-list.routes.ts';
import { freezeList } from './freeze-list.ts';
import { readFrozenText } from './frozen-list.testing.ts';
import { readListRows } from './read-list-rows.ts';

let bed: DrawsTestbed;
let service: TestAuthService;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  bed = await createDrawsTestbed();
  service = await startAuthService();
  const { pool, log } = service.platform;
  const { connectionString } = pool.options as { connectionString: string };
  const jobs = await startJobs(connectionString, log, false);
  await jobs.prepare(drawsJobs);
  await jobs.stop();
  for (const role of ['buyer', 'support', 'finance', 'admin']) {
    const { data } = await service
      .newClient()
      .signUp({ email: `${role}@exemplo.com.br`, password: 'segredo123' });
    await service.platform.db.updateTable('profiles').set({ role }).where('id', '=', data.user!.id).execute();
    tokens[role] = data.session!.access_token;
  }
});
afterAll(async () => {
  await service.stop();
  await bed.close();
});

async function readRows(rifaId: string, named: boolean): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readListRows(bed.db, rifaId, named)) rows.push(...batch);
  return rows;
}

async function addFrozenRifa(): Promise<{ rifaId: string; maria: string }> {
  const rifaId = await bed.rifa(100);
  const maria = await bed.sell(rifaId, [42, 7]);
  await bed.sell(rifaId, [8]);
  await bed.db
    .updateTable('profiles')
    .set({ name: '=Maria Silva', phone: '82999990001', email: `maria.${rifaId}@exemplo.com.br` })
    .where('id', '=', maria.userId)
    .execute();
  await bed.freeze(rifaId);
  return { rifaId, maria: maria.userId };
}

// @covers panel: the frozen list as published, and with names for the organiser, as text, CSV and XLSX
//   [server/draws/list/export-list.routes.ts, server/draws/list/read-list-rows.ts]
test('exports the rows of the published list, in its order', async () => {
  const { rifaId } = await addFrozenRifa();
  const text = await readFrozenText(bed.db, rifaId);
  const [head, ...rows] = await readRows(rifaId, false);
  expect(head).toEqual(['Número', 'Código do comprador', 'Vendida em mãos']);
  expect(rows.map(([number, tag]) => `${number} ${tag}`)).toEqual(text.trimEnd().split('\n').slice(5));
});

test('names the holder of each number at the freeze, even if the order changed since', async () => {
  const { rifaId, maria } = await addFrozenRifa();
  await bed.db.updateTable('orders').set({ status: 'refunded' }).where('userId', '=', maria).execute();
  const [head, ...rows] = await readRows(rifaId, true);
  expect(head).toEqual([
    'Número',
    'Comprador',
    'Telefone',
    'E-mail',
    'Código do comprador',
    'Vendida em mãos',
  ]);
  expect(rows.map(([number, name]) => [number, name === '=Maria Silva'])).toEqual([
    ['0007', true],
    ['0008', false],
    ['0042', true],
  ]);
  expect(rows[0]!.slice(2, 4)).toEqual(['(82) 99999-0001', `maria.${rifaId}@exemplo.com.br`]);
});

test('requires a frozen list and the permission to export, and logs each export', async () => {
  const { db } = service.platform;
  const app = createHttpApp(service.platform.log);
  app.route('/', createListExportRoutes(service.platform));
  const rifaId = await addRifa(db, 100);
  const get = (file: string, role?: string, query = '') =>
    app.request(`/exportar/${file}?rifa=${rifaId}${query}`, {
      headers: role ? { authorization: `Bearer ${tokens[role]}` } : {},
    });
  expect((await get('lista.csv')).status).toBe(401);
  for (const role of ['buyer', 'support']) expect((await get('lista.csv', role)).status).toBe(403);
  expect((await get('lista.csv', 'admin')).status).toBe(404);
  await db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', rifaId).execute();
  expect(await freezeList(service.platform, rifaId)).toMatchObject({ ok: true });

  const text = await readFrozenText(db, rifaId);
  expect(await (await get('lista.txt', 'finance')).text()).toBe(text);
  const csv = await get('lista.csv', 'admin', '&nomes=1');
  expect(csv.headers.get('cache-control')).toBe('no-store');
  expect(await csv.text()).toMatch(/^\uFEFF?Número;Comprador;Telefone/);
  const xlsx = await get('lista.xlsx', 'admin', '&nomes=1');
  const { sheets } = await readXlsx(new Uint8Array(await xlsx.arrayBuffer()));
  expect(sheets[0]!.rows[0]![1]).toBe('Comprador');
  const logged = await db
    .selectFrom('activityLogs')
    .select('details')
    .where('action', '=', 'export-frozen-list')
    .orderBy('id')
    .execute();
  expect(logged.map(({ details }) => details)).toMatchObject([
    { format: 'txt', named: false },
    { format: 'csv', named: true },
    { format: 'xlsx', named: true },
  ]);

  // Names need a recent proof; the published list does not.
  await db.updateTable('auth.sessions').set({ amr: '[]' }).execute();
  expect((await get('lista.xlsx', 'admin', '&nomes=1')).status).toBe(403);
  expect((await get('lista.xlsx', 'admin')).status).toBe(200);
});
