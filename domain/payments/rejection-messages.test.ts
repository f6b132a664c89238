import { expect, test } from 'vitest';
import { GENERIC_REJECTION, knownRejectionMessage, rejectionMessage } from './rejection-messages.ts';

test('every reason has its sentence, and one nobody knows the general one', () => {
  expect(rejectionMessage('insufficient_amount')).toBe('Saldo insuficiente na conta escolhida.');
  for (const detail of [null, '', 'something_new', 'constructor', '__proto__'])
    expect(rejectionMessage(detail)).toBe(GENERIC_REJECTION);
});

test('only sentences of the catalogue pass from an address to the screen', () => {
  expect(knownRejectionMessage(rejectionMessage('expired'))).toBe('O prazo do pagamento terminou.');
  for (const text of [null, '', 'expired', '<b>Ligue já</b>', 'O prazo do pagamento terminou. Ligue já'])
    expect(knownRejectionMessage(text)).toBeNull();
});
