import { expect, test } from 'vitest';
import { changeSentence } from './sales-totals.tsx';

test('describes the comparison with an earlier period', () => {
  expect(changeSentence(-0.204, 'que ontem')).toBe('20% a menos que ontem');
  expect(changeSentence(0.1, 'que na véspera')).toBe('10% a mais que na véspera');
  expect(changeSentence(0.004, 'que ontem')).toBe('o mesmo que ontem');
});
