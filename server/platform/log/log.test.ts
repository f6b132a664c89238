import { expect, test } from 'vitest';
import { createLog, inLogScope } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('debug', { write: (line: string) => void (text += line) }));
  return text;
}

test.each([
  ['a header at any depth', { request: { headers: { authorization: 'Bearer abc' } } }, 'abc'],
  ['a separate field', { cpf: '52998224725' }, '52998224725'],
  ['a number', { phone: 82_999_990_001 }, '82999990001'],
  ['text with quotes', { password: 'a"b\\c' }, 'b\\\\c'],
  ['an e-mail in a sentence', { note: 'no mail to maria@exemplo.com.br' }, 'maria@'],
  ['a CPF in a sentence', { note: 'CPF 529.982.247-25' }, '529.982'],
  ['a telephone in a sentence', { note: 'liga para (82) 99999-0001' }, '99999-0001'],
  ['a token in an address', { url: '/x#eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0xx.c2lnbmF0dXJl' }, 'eyJ'],
  ['a password in an address', { err: new Error('postgres://mare:segredo@10.0.0.1/x') }, 'segredo'],
  [
    'the row of a database error',
    {
      err: Object.assign(new Error('duplicate key'), {
        detail: 'Key (name)=(Maria Aparecida) already exists.',
      }),
    },
    'Aparecida',
  ],
  [
    'the client of a lost connection',
    { err: Object.assign(new Error('Connection terminated'), { client: { secretKey: 4711 } }) },
    'secretKey',
  ],
  [
    'a Pix code',
    {
      code: '00020126580014br.gov.bcb.pix013600000000-0000-4000-8000-000000000001520400005303986540537.505802BR5918AMBIENTE DE TESTES6006MACEIO62170513sbx10000000016304A6F5',
    },
    '000201',
  ],
])('redacts %s', (_name, fields, secret) => {
  const line = logged((log) => log.error(fields, 'something happened'));
  expect(line).not.toContain(secret);
  expect(JSON.parse(line)).toMatchObject({ msg: 'something happened' });
});

test('keeps fields without secrets', () => {
  const fields = {
    order: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    path: '/api/orders/aB3_x',
    ms: 12,
    centavos: 3750,
    url: 'http://127.0.0.1:3000/pedido/x',
    at: '2026-11-21T13:00:00.000Z',
  };
  expect(JSON.parse(logged((log) => log.info(fields, 'request')))).toMatchObject(fields);
});

test('adds the request id inside a request only', async () => {
  let text = '';
  const log = createLog('info', { write: (line: string) => void (text += line) });
  const serve = (requestId: string) =>
    inLogScope({ requestId }, async () => {
      await Promise.resolve();
      log.info('inside');
    });
  await Promise.all([serve('one'), serve('two')]);
  log.info('outside');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { requestId?: string });
  expect(lines.map((line) => line.requestId)).toEqual(['one', 'two', undefined]);
});
