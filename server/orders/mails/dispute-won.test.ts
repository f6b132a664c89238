import { expect, test } from 'vitest';
import type { OrderLine } from '../reading/order.queries.ts';
import { listsOfWonDispute } from './dispute-won.ts';

const line = (rifaStatus: string) => ({ rifaStatus }) as OrderLine;

test('promises no list that has closed', () => {
  expect(listsOfWonDispute({ lines: [line('active')] })).toBe(
    'As cotas entram na lista de cada sorteio que ainda não fechou.',
  );
  expect(listsOfWonDispute({ lines: [line('paused')] })).toBe(listsOfWonDispute({ lines: [line('active')] }));
  for (const status of ['closed', 'completed']) {
    const text = listsOfWonDispute({ lines: [line(status)] });
    expect(text).not.toContain('entram na lista');
    expect(text).toContain('ficaram fora dela');
  }
  const both = listsOfWonDispute({ lines: [line('active'), line('closed')] });
  expect(both).toMatch(/^As cotas entram na lista .*ficaram fora dela/);
});
