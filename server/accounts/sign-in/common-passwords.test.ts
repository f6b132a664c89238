import { AuthWeakPasswordError } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService({
    DEMO: '0',
    DATABASE_URL: 'postgres://the-test-has-its-own',
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
    MERCADOPAGO_WEBHOOK_SECRETS: 'segredo-do-webhook',
    AUTH_SECRET: 'um segredo de trinta e dois caracteres',
    AUTH_AUTOCONFIRM: 'on',
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'loja@exemplo.com.br',
  });
});
afterAll(() => service.stop());

test('rejects common passwords at sign-up, ignoring case', async () => {
  const client = service.newClient();
  for (const password of ['123456789', 'flamengo', 'Flamengo']) {
    const { error } = await client.signUp({ email: 'ana@exemplo.com.br', password });
    expect(error).toBeInstanceOf(AuthWeakPasswordError);
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] });
  }
});

test('rejects a change to a common password', async () => {
  const client = service.newClient();
  const { error } = await client.signUp({ email: 'bia@exemplo.com.br', password: 'jangada-ao-vento' });
  expect(error).toBeNull();
  expect((await client.updateUser({ password: 'senha123' })).error).toMatchObject({ reasons: ['pwned'] });
  expect((await client.updateUser({ password: 'vento-na-jangada' })).error).toBeNull();
});

test('rejects the name of the shop, of the person and the e-mail as a password', async () => {
  const client = service.newClient();
  const email = 'jurema.lima@exemplo.com.br';
  const data = { name: 'Jurema Lima' };
  for (const password of ['MaréDaSorte2026', 'jurema1990', 'senha-jurema.lima'])
    expect((await client.signUp({ email, password, options: { data } })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['personal'],
    });
  expect((await client.signUp({ email, password: 'farol-de-pedra', options: { data } })).error).toBeNull();
  expect((await client.updateUser({ password: 'LimaJurema!' })).error).toMatchObject({
    reasons: ['personal'],
  });
});
