import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../../accounts/testing.ts';
import { createHttpApp } from '../../platform/http.ts';
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
  for (const list of ['pedidos', 'vendas'])
    expect((await get(`/exportar/${list}.csv`, tokens.admin)).status).toBe(200);
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
