import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../../accounts/testing.ts';
import { addRifa } from '../../orders/orders.testing.ts';
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

test('only admins export, and only what there is', async () => {
  expect((await get('/exportar/pessoas.csv')).status).toBe(401);
  expect((await get('/exportar/pessoas.csv', tokens.buyer)).status).toBe(403);
  expect((await get('/exportar/senhas.csv', tokens.admin)).status).toBe(404);
});

test.each(EXPORTS)('%s comes as a file', async (list) => {
  const answer = await get(`/exportar/${list}.csv`, tokens.admin);
  expect(answer.status).toBe(200);
  // A statement that fails breaks the file off.
  expect(await answer.text()).toMatch(/^\uFEFF?[^\n]+\r?\n/);
});

test('every row once, over all the pieces, without a formula', async () => {
  const { db } = service.platform;
  await db
    .updateTable('profiles')
    .set({ name: '=HYPERLINK("x")' })
    .where('email', 'like', 'buyer@%')
    .execute();
  const ids = Array.from(
    { length: 4_500 },
    (_, index) => `5e000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  for (let at = 0; at < ids.length; at += 1_500) {
    const part = ids.slice(at, at + 1_500);
    await db
      .insertInto('auth.users')
      .values(part.map((id) => ({ id, email: `${id}@exemplo.com.br` })))
      .execute();
    // Many of the same moment, so that pieces end within it.
    await db
      .insertInto('profiles')
      .values(
        part.map((id) => ({ id, email: `${id}@exemplo.com.br`, segment: 'vip', createdAt: new Date(0) })),
      )
      .execute();
  }
  const answer = await get('/exportar/pessoas.csv', tokens.admin);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const text = await answer.text();
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + 2 + ids.length);
  expect(new Set(lines).size).toBe(lines.length);
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  const vips = await (await get('/exportar/pessoas.csv?segment=vip', tokens.admin)).text();
  expect(vips.trimEnd().split('\r\n')).toHaveLength(1 + ids.length);
});

test('what an organiser calls a rifa is no formula either', async () => {
  const { db } = service.platform;
  const id = await addRifa(db, 100);
  await db.updateTable('rifas').set({ title: '=1+1' }).where('id', '=', id).execute();
  const text = await (await get('/exportar/rifas.csv', tokens.admin)).text();
  expect(text.trimEnd().split('\r\n')).toEqual([
    expect.stringContaining('Rifa;Situação;Preço da cota') as string,
    expect.stringContaining("'=1+1;active;2;100;0;") as string,
  ]);
});
