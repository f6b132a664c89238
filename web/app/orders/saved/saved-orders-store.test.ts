import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Holding } from '@mare/contract/orders/orders.ts';
import type { OwnVoucher } from '@mare/contract/partners/vouchers.ts';
import {
  parseOwnNumbers,
  refreshOwnNumbers,
  savedList,
  saveOwnNumbers,
  storedOwnNumbers,
} from './saved-orders-store.ts';

const calls = vi.hoisted(() => ({ holdings: 0 }));
vi.mock('../../api.ts', () => ({
  queries: {
    orders: {
      holdings: {
        call: async () => {
          calls.holdings += 1;
          return { holdings: [{ rifaId: 'r1' }] };
        },
      },
      mine: { call: async () => ({ orders: [] }) },
    },
  },
}));

const NOW = '2026-11-28T15:00:00.000Z';
const stored = new Map<string, string>();
const saved = () => parseOwnNumbers(storedOwnNumbers()!);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) });
  stored.clear();
  stored.set('mare.auth', JSON.stringify({ user: { id: 'ana' } }));
  calls.holdings = 0;
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('reads the cotas although another list was saved just now', async () => {
  saveOwnNumbers({ vouchers: [{ code: 'V1' } as unknown as OwnVoucher] });
  expect(savedList(saved(), 'holdings')).toBeNull();
  await refreshOwnNumbers();
  expect(calls.holdings).toBe(1);
  expect(savedList(saved(), 'holdings')).toMatchObject({ rows: [{ rifaId: 'r1' }], keptAt: NOW });
  expect(savedList(saved(), 'vouchers')?.rows).toHaveLength(1);
  await refreshOwnNumbers();
  expect(calls.holdings).toBe(1);
});

test('keeps the moment of a list while another is saved', () => {
  saveOwnNumbers({ holdings: [{ rifaId: 'r1' } as Holding] });
  vi.advanceTimersByTime(3_600_000);
  saveOwnNumbers({ orders: [] });
  expect(savedList(saved(), 'holdings')?.keptAt).toBe(NOW);
  expect(savedList(saved(), 'orders')).toEqual({ rows: [], keptAt: '2026-11-28T16:00:00.000Z' });
});

test('takes an empty list of an earlier version as unknown', () => {
  const before = { userId: 'ana', keptAt: NOW, holdings: [], orders: [], vouchers: [{ code: 'V1' }] };
  const read = parseOwnNumbers(JSON.stringify(before));
  expect(savedList(read, 'holdings')).toBeNull();
  expect(savedList(read, 'vouchers')).toMatchObject({ keptAt: NOW });
});
