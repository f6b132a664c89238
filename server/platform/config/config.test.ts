import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './settings-reader.ts';

const real = {
  DATABASE_URL: 'postgres://db.example/mare',
  PUBLIC_URL: 'https://loja.example/',
  MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
  MERCADOPAGO_WEBHOOK_SECRETS: 'old, new',
};

test('outside demo, uses the real provider with all secrets', () => {
  const config = readConfig(real);
  expect(config).toMatchObject({ demo: false, publicUrl: 'https://loja.example' });
  expect(config.mercadoPago).toEqual({ accessToken: 'APP_USR-1', webhookSecrets: ['old', 'new'] });
});

test('defaults to demo without credentials', () => {
  expect(readConfig({})).toMatchObject({ demo: true, mercadoPago: null, publicUrl: 'http://localhost:3000' });
});

test.each([
  ['no access token', { MERCADOPAGO_ACCESS_TOKEN: '' }, 'MERCADOPAGO_ACCESS_TOKEN'],
  ['no webhook secret', { MERCADOPAGO_WEBHOOK_SECRETS: ' , ' }, 'MERCADOPAGO_WEBHOOK_SECRETS'],
  ['no public URL', { PUBLIC_URL: '' }, 'PUBLIC_URL'],
  ['demonstration with real credentials', { DEMO: '1' }, 'DEMO'],
  ['an incomplete WhatsApp account', { WHATSAPP_ACCESS_TOKEN: 'token' }, 'WHATSAPP_PHONE_NUMBER_ID'],
  ['a guessable secret', { MAIL_EVENT_SECRETS: 'segredo' }, 'MAIL_EVENT_SECRETS'],
  [
    'a reply address without a secret',
    { MAIL_REPLY_ADDRESS: 'suporte@loja.example' },
    'MAIL_INBOUND_SECRETS',
  ],
  [
    'WhatsApp messages without an account to answer them',
    { WHATSAPP_APP_SECRETS: 'um segredo bem comprido', WHATSAPP_VERIFY_TOKEN: 'outro segredo bem comprido' },
    'WHATSAPP_ACCESS_TOKEN',
  ],
  [
    'a reply address with a plus sign',
    { MAIL_REPLY_ADDRESS: 'a+b@loja.example', MAIL_INBOUND_SECRETS: 'um segredo bem comprido' },
    'MAIL_REPLY_ADDRESS',
  ],
  ['an admin without an address', { ADMIN_EMAIL: 'dona' }, 'ADMIN_EMAIL'],
  ['rejects an invalid port', { PORT: '0' }, 'PORT'],
  ['an invalid address', { PUBLIC_URL: 'loja' }, 'PUBLIC_URL'],
  ['an address without TLS', { PUBLIC_URL: 'http://loja.example' }, 'PUBLIC_URL'],
  ['a host name that only starts like localhost', { PUBLIC_URL: 'http://127.0.0.1.example' }, 'PUBLIC_URL'],
  ['a guessable token for metrics', { METRICS_TOKEN: 'segredo' }, 'METRICS_TOKEN'],
])('rejects %s', (_name, change, named) => {
  const read = () => readConfig({ ...real, ...change });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(named);
});

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://loja.localhost'])(
  'accepts %s outside demo: it does not leave this machine',
  (PUBLIC_URL) => {
    expect(readConfig({ ...real, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  },
);
