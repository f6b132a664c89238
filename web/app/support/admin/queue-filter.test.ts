import { expect, test } from 'vitest';
import { type QueueFilter, readQueueFilter, writeQueueFilter } from './queue-filter.ts';

const everything: QueueFilter = {
  status: 'active',
  priority: 'all',
  assigned: 'all',
  tag: '',
  search: '',
  page: 1,
};

test('a filter round-trips through the URL without its defaults', () => {
  expect(writeQueueFilter(everything)).toBe('');
  const chosen: QueueFilter = {
    status: 'escalated',
    priority: 'urgent',
    assigned: 'mine',
    tag: 'Aguarda banco',
    search: 'pix & troco',
    page: 3,
  };
  expect(readQueueFilter(new URLSearchParams(writeQueueFilter(chosen)))).toEqual(chosen);
});

test.each(['', 'status=x&prioridade=y&responsavel=z&pagina=-1', 'pagina=1e99', 'pagina=NaN', 'pagina=2.5'])(
  'ignores invalid URL parameters: %s',
  (query) => {
    expect(readQueueFilter(new URLSearchParams(query))).toEqual(everything);
  },
);
