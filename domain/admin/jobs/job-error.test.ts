import { expect, test } from 'vitest';
import { explainJobError } from './job-error.ts';

test.each([
  ['connect ETIMEDOUT 10.0.0.1:443', 'demorou demais'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'Não houve conexão'],
  ['Connection terminated unexpectedly', 'O banco de dados não respondeu'],
  ['deadlock detected', 'ocupado demais'],
  ['canceling statement due to statement timeout', 'ocupado demais'],
  ['insert or update on table "referrals" violates foreign key constraint', 'defeito do programa'],
  ['recent payments could not be read: mercadopago: timeout', 'O provedor de pagamentos não respondeu'],
  ['the ledger does not balance', 'O livro-caixa não fecha'],
  ['status 503', 'respondeu com erro'],
  ['job heartbeat timeout', 'parou no meio'],
  ["Cannot read properties of undefined (reading 'id')", 'não esperava'],
  [null, 'não esperava'],
])('explains %s', (message, explanation) => {
  expect(explainJobError(message)).toContain(explanation);
});
