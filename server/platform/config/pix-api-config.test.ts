import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const pem = join(mkdtempSync(join(tmpdir(), 'pix-')), 'shop.pem');
writeFileSync(pem, '-----BEGIN CERTIFICATE-----\n');
const ACCOUNT = {
  DATABASE_URL: 'postgres://localhost/shop',
  PUBLIC_URL: 'https://loja.example',
  PIX_API_URL: 'https://pix.banco.example/v2',
  PIX_TOKEN_URL: 'https://pix.banco.example/oauth/token',
  PIX_CLIENT_ID: 'loja',
  PIX_CLIENT_SECRET: 'segredo',
  PIX_CERTIFICATE_FILE: pem,
  PIX_PRIVATE_KEY_FILE: pem,
  PIX_RECEIVER_KEY: 'loja@exemplo.com.br',
  PIX_WEBHOOK_SECRET: 'segredo-do-aviso-1234',
};

test('charges through the bank if it is the only provider', () => {
  const config = readConfig(ACCOUNT);
  expect(config).toMatchObject({ mercadoPago: null, defaultProvider: 'pix' });
  expect(config.pixApi).toMatchObject({ receiver: 'loja@exemplo.com.br', authority: null });
});

test('configures two providers, one of them for new charges', () => {
  const both = { ...ACCOUNT, MERCADOPAGO_ACCESS_TOKEN: 'a', MERCADOPAGO_WEBHOOK_SECRETS: 'b' };
  expect(readConfig(both).defaultProvider).toBe('mercadopago');
  expect(readConfig({ ...both, PAYMENT_PROVIDER: 'pix' }).defaultProvider).toBe('pix');
});

test.each([
  ['a partial account', { PIX_CLIENT_SECRET: '' }, 'PIX_CLIENT_SECRET'],
  ['an address without TLS', { PIX_API_URL: 'http://banco.example' }, 'PIX_API_URL'],
  ['a missing certificate', { PIX_CERTIFICATE_FILE: '/no/such/file' }, 'PIX_CERTIFICATE_FILE'],
  ['a short webhook secret', { PIX_WEBHOOK_SECRET: 'curto' }, 'PIX_WEBHOOK_SECRET'],
  [
    'a secret that is not a valid path segment',
    { PIX_WEBHOOK_SECRET: 'segredo/do/aviso/1234' },
    'PIX_WEBHOOK_SECRET',
  ],
  ['a bank in the demonstration', { DEMO: '1' }, 'PIX_'],
  ['a default without an account', { PAYMENT_PROVIDER: 'mercadopago' }, 'PAYMENT_PROVIDER'],
])('rejects %s', (_name, change, named) => {
  expect(() => readConfig({ ...ACCOUNT, ...change })).toThrow(named);
});
