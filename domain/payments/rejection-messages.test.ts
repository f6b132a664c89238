import { expect, test } from 'vitest';
import { GENERIC_REJECTION, knownRejectionMessage, rejectionMessage } from './rejection-messages.ts';

test('maps each reason to its message and unknown reasons to the generic one', () => {
  expect(rejectionMessage('insufficient_amount')).toBe('Saldo insuficiente na conta escolhida.');
  for (const detail of [null, '', 'something_new', 'constructor', '__proto__'])
    expect(rejectionMessage(detail)).toBe(GENERIC_REJECTION);
});

test('accepts only known messages from a URL', () => {
  expect(knownRejectionMessage(rejectionMessage('expired'))).toBe('O prazo do pagamento terminou.');
  for (const text of [null, '', 'expired', '<b>Ligue já</b>', 'O prazo do pagamento terminou. Ligue já'])
    expect(knownRejectionMessage(text)).toBeNull();
});
