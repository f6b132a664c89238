import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { errorMessage } from './messages.ts';

const rifa = { rifaId: '5e000000-0000-4000-8000-000000000001', title: 'Honda Biz' };
const rejection = (code: string, data?: unknown) => new ORPCError(code, { defined: true, data });

// @covers storefront 8: 'Ocorreu um erro inesperado. Tente novamente.' [web/app/messages.ts]
test.each([
  [
    'the free cotas',
    rejection('NOT_ENOUGH_NUMBERS', { ...rifa, remaining: 3 }),
    'Só 3 cotas de “Honda Biz” estão livres agora.',
  ],
  [
    'a single free cota',
    rejection('NOT_ENOUGH_NUMBERS', { ...rifa, remaining: 1 }),
    'Só 1 cota de “Honda Biz” está livre agora.',
  ],
  [
    'a sold-out rifa',
    rejection('NOT_ENOUGH_NUMBERS', { ...rifa, remaining: 0 }),
    'Nenhuma cota de “Honda Biz” está livre agora. As reservadas que não forem pagas voltam à venda.',
  ],
  [
    'a monthly limit, which has no end date',
    rejection('OWN_LIMIT', { reason: 'monthly', until: null, leftCentavos: 1200 }),
    'Este pedido passa do limite mensal que você definiu: restam R$\u00a012,00 neste mês.',
  ],
  [
    'a pause',
    rejection('OWN_LIMIT', { reason: 'paused', until: '2026-11-30T12:00:00Z', leftCentavos: 0 }),
    'Você pausou suas compras até 30/11/2026.',
  ],
  ['a missing record', rejection('NOT_FOUND'), 'Dados não encontrados.'],
  ['an undeclared 4xx', new ORPCError('NOT_ACCEPTABLE'), 'Dados não encontrados.'],
  ['a 401 from a proxy', new ORPCError('UNAUTHORIZED'), 'Erro de permissão. Faça login novamente.'],
  ['a lost session', rejection('NOT_AUTHENTICATED'), 'Erro de permissão. Faça login novamente.'],
  ['no network', new TypeError('Failed to fetch'), 'Erro de conexão. Verifique sua internet.'],
  ['invalid input', new ORPCError('BAD_REQUEST'), 'Confira os dados informados e tente novamente.'],
  ['a server error', new ORPCError('INTERNAL_SERVER_ERROR'), 'Ocorreu um erro inesperado. Tente novamente.'],
  [
    'an outage of the server',
    new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }),
    'A loja está fora do ar por um instante. Tente novamente daqui a pouco.',
  ],
  [
    'a contact that is neither an e-mail nor a mobile phone',
    rejection('INVALID_CONTACT'),
    'Informe um e-mail ou um celular com DDD.',
  ],
  ['a number that is no mobile phone', rejection('INVALID_MOBILE_PHONE'), 'Informe um celular com DDD.'],
  ['an unknown error', new Error('odd'), 'Ocorreu um erro inesperado. Tente novamente.'],
])('has a message for %s', (_name, error, sentence) => {
  expect(errorMessage(error)).toBe(sentence);
});
