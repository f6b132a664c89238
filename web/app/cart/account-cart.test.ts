import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newCart } from '@mare/domain/cart/cart.ts';
import { pullAccountCart } from './account-cart.ts';
import { latestCart, leaveAccountCart, replaceCart } from './cart-store.ts';

const line = {
  id: 'i1',
  rifaId: 'r1',
  quantity: 2,
  tier: null,
  bonusQuantity: 0,
  selectedNumbers: [1, 2],
  addedAt: '2026-11-21T12:00:00Z',
  rifaTitle: 'Moto',
  rifaPriceCentavos: 100,
  rifaImage: '',
  totalNumbers: 1000,
  maxPerOrder: 10,
};
let whileReading: () => void;
vi.mock('../api.ts', () => ({
  queries: {
    cart: {
      mine: {
        call: async () => {
          whileReading();
          return { sessionId: 'anon_account', version: 2, items: [line] };
        },
      },
    },
  },
}));

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }));
  vi.stubGlobal('navigator', { onLine: true });
  replaceCart({ ...newCart('anon_before', new Date()), userId: 'ana', version: 1 });
});
afterEach(() => vi.unstubAllGlobals());

test('loads the account’s cart', async () => {
  whileReading = () => undefined;
  await pullAccountCart(new AbortController().signal);
  expect(latestCart()).toMatchObject({ userId: 'ana', version: 2, items: [{ id: 'i1' }] });
});

test('leaves the cart empty for a person who signed out while it loaded', async () => {
  const left = new AbortController();
  whileReading = () => {
    left.abort();
    leaveAccountCart(null);
  };
  await pullAccountCart(left.signal);
  expect(latestCart().userId).toBeUndefined();
  expect(latestCart().items).toEqual([]);
});
