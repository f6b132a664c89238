import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestPayment } from './request-payment.ts';

const sentKeys: string[] = [];
let answer: () => unknown;
vi.mock('../../api.ts', () => ({
  queries: {
    checkout: {
      startPayment: {
        call: async ({ headers }: { headers: Record<string, string> }) => {
          sentKeys.push(headers['idempotency-key']!);
          return answer();
        },
      },
    },
  },
}));
vi.mock('../../accounts/terms/accept-terms.ts', () => ({
  termsShownWithOrder: () => undefined,
  readTermsAgain: () => undefined,
}));

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
  sentKeys.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

const closed = (status: string) => () => {
  throw new ORPCError('ORDER_CLOSED', {
    defined: true,
    status: 409,
    data: { externalReference: 'a'.repeat(24), status },
  });
};

async function pressTwice(): Promise<string[]> {
  const line = {
    rifaId: 'r1',
    rifaTitle: 'Moto',
    rifaPriceCentavos: 200,
    quantity: 2,
    selectedNumbers: [1, 2],
    tier: null,
  };
  const press = () =>
    requestPayment({
      lines: [line],
      customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
      coupon: undefined,
      quote: 'q',
      origin: 'cart',
      method: 'pix',
      acceptedRegulations: [],
    }).catch(() => undefined);
  await press();
  await press();
  return sentKeys;
}

test.each(['cancelled', 'failed', 'paid', 'refunded', 'charged_back'])(
  'orders with another key after the order of the last press is %s',
  async (status) => {
    answer = closed(status);
    const [first, second] = await pressTwice();
    expect(second).not.toBe(first);
  },
);

test('keeps the key while the reservation is ending, as the payment may arrive', async () => {
  answer = closed('pending');
  const [first, second] = await pressTwice();
  expect(second).toBe(first);
});
