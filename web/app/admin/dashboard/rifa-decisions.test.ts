import { expect, test } from 'vitest';
import { unwonSentence } from './rifa-decisions.tsx';

test('lists the prizes of a draw without a winner', () => {
  expect(unwonSentence(2, [1, 2])).toMatch(/^Sorteada sem ganhador: /);
  expect(unwonSentence(3, [3])).toMatch(/^O 3º prêmio ficou sem ganhador: /);
  expect(unwonSentence(4, [3, 4])).toMatch(/^Os prêmios 3º e 4º ficaram sem ganhador: /);
});
