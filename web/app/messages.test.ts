import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { errorMessage } from './messages.ts';

const rifa = { rifaId: '5e000000-0000-4000-8000-000000000001', title: 'Honda Biz' };
const refusal = (code: string, data?: unknown) => new ORPCError(code, { defined: true, data });

test.each([
  [
    'what is left',
    refusal('NOT_ENOUGH_NUMBERS', { ...rifa, remaining: 3 }),
    'Restam apenas 3 cotas de “Honda Biz”.',
  ],
  [
    'the last one',
    refusal('NOT_ENOUGH_NUMBERS', { ...rifa, remaining: 1 }),
    'Resta apenas 1 cota de “Honda Biz”.',
  ],
  [
    'that all is gone',
    refusal('NOT_ENOUGH_NUMBERS', { ...rifa, remaining: 0 }),
    'As cotas de “Honda Biz” esgotaram.',
  ],
  ['what is not there', refusal('NOT_FOUND'), 'Dados não encontrados.'],
  ['what nobody found', new ORPCError('NOT_ACCEPTABLE'), 'Dados não encontrados.'],
  [
    'a session that a proxy refused',
    new ORPCError('UNAUTHORIZED'),
    'Erro de permissão. Faça login novamente.',
  ],
  ['a lost session', refusal('NOT_AUTHENTICATED'), 'Erro de permissão. Faça login novamente.'],
  ['no network', new TypeError('Failed to fetch'), 'Erro de conexão. Verifique sua internet.'],
  ['wrong input', new ORPCError('BAD_REQUEST'), 'Confira os dados informados e tente novamente.'],
  ['a fault', new ORPCError('INTERNAL_SERVER_ERROR'), 'Ocorreu um erro inesperado. Tente novamente.'],
  ['anything else', new Error('odd'), 'Ocorreu um erro inesperado. Tente novamente.'],
])('tells %s', (_name, error, sentence) => {
  expect(errorMessage(error)).toBe(sentence);
});
