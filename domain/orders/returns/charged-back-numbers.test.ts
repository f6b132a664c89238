import { expect, test } from 'vitest';
import { describeChargedBackNumbers } from './charged-back-numbers.ts';

test('says that the numbers left the draw while every list is open', () => {
  expect(describeChargedBackNumbers([{ rifaStatus: 'active' }, { rifaStatus: 'paused' }])).toBe(
    'Os números não participam mais do sorteio.',
  );
});

test('says that a closed list keeps the numbers, but their prizes are not delivered', () => {
  const text = describeChargedBackNumbers([{ rifaStatus: 'active' }, { rifaStatus: 'completed' }]);
  expect(text).toContain('Uma lista do sorteio que já tinha fechado não muda');
  expect(text).toContain('não é entregue');
});
