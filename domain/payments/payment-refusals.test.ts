import { expect, test } from 'vitest';
import { GENERIC_REFUSAL, knownRefusal, refusalSentence } from './payment-refusals.ts';

test('every reason has its sentence, and one nobody knows the general one', () => {
  expect(refusalSentence('insufficient_amount')).toBe('Saldo insuficiente na conta escolhida.');
  for (const detail of [null, '', 'something_new', 'constructor', '__proto__'])
    expect(refusalSentence(detail)).toBe(GENERIC_REFUSAL);
});

test('only sentences of the catalogue pass from an address to the screen', () => {
  expect(knownRefusal(refusalSentence('expired'))).toBe('O prazo do pagamento terminou.');
  for (const text of [null, '', 'expired', '<b>Ligue já</b>', 'O prazo do pagamento terminou. Ligue já'])
    expect(knownRefusal(text)).toBeNull();
});
