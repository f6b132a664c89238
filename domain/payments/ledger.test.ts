import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CASH,
  chargeback,
  type LedgerTransaction,
  moneyIn,
  moneyOut,
  prizePaid,
  providerFee,
  refundedByShare,
  settlement,
} from './ledger.ts';

const sum = (transaction: LedgerTransaction) =>
  transaction.entries.reduce((total, entry) => total + entry.amountCentavos, 0);

const outgoing = (centavos: number) => ({ centavos, ofRifas: [] });

const anyShares = fc.array(
  fc.record({ rifaId: fc.constantFrom('a', 'b', 'c'), totalCentavos: fc.integer({ min: 1, max: 1e7 }) }),
  { minLength: 1, maxLength: 5 },
);

describe('the ledger', () => {
  test('balances every transaction and empties sales after a full refund in two steps', () => {
    fc.assert(
      fc.property(anyShares, fc.double({ min: 0, max: 1, noNaN: true }), (shares, refundedShare) => {
        const amountCentavos = shares.reduce((total, share) => total + share.totalCentavos, 0);
        const payment = { provider: 'p', paymentId: '1', amountCentavos };
        const firstRefund = Math.floor(amountCentavos * refundedShare);
        const transactions = [
          moneyIn(payment),
          settlement('order', shares),
          moneyOut(payment, outgoing(0), outgoing(firstRefund), shares),
          moneyOut(payment, outgoing(firstRefund), outgoing(amountCentavos), shares),
        ];
        expect(transactions.map(sum)).toEqual([0, 0, 0, 0]);
        const balances = new Map<string, number>();
        for (const { account, amountCentavos } of transactions.flatMap((transaction) => transaction.entries))
          balances.set(account, (balances.get(account) ?? 0) + amountCentavos);
        expect([...balances.values()].every((balance) => balance === 0)).toBe(true);
      }),
    );
  });

  test('books the cotas of a rifa on that rifa only, and empties sales with the last refund', () => {
    fc.assert(
      fc.property(anyShares, fc.integer({ min: 0, max: 4 }), (shares, index) => {
        const amountCentavos = shares.reduce((total, share) => total + share.totalCentavos, 0);
        const payment = { provider: 'p', paymentId: '1', amountCentavos };
        const { rifaId, totalCentavos: centavos } = shares[index % shares.length]!;
        const ofLine = { centavos, ofRifas: [{ rifaId, centavos, priceCentavos: centavos }] };
        const first = moneyOut(payment, outgoing(0), ofLine, shares);
        expect(first.entries).toEqual([
          { account: 'mp_receivable', amountCentavos: -centavos },
          { account: `sales:${rifaId}`, amountCentavos: centavos },
        ]);
        const second = moneyOut(payment, ofLine, { ...ofLine, centavos: amountCentavos }, shares);
        expect(sum(second)).toBe(0);
      }),
    );
  });

  test('books a prize at cost on its rifa, paid by the organiser', () => {
    expect(prizePaid('w', 'r', 1500)).toEqual({
      key: 'prize:w',
      entries: [
        { account: 'prizes:r', amountCentavos: 1500 },
        { account: 'bank', amountCentavos: -1500 },
      ],
    });
    expect(prizePaid('w', 'r', 0).entries).toEqual([]);
  });

  test('refunds money that settled no order from the buyers’ account', () => {
    const payment = { provider: 'p', paymentId: '1', amountCentavos: 500 };
    expect(moneyOut(payment, outgoing(0), outgoing(500), null)).toEqual({
      key: 'out:p:1:500',
      entries: [
        { account: 'mp_receivable', amountCentavos: -500 },
        { account: 'customer_funds', amountCentavos: 500 },
      ],
    });
  });

  test('balances fees and charge-backs', () => {
    const payment = { provider: 'p', paymentId: '1', amountCentavos: 500 };
    expect(sum(providerFee(payment, 5))).toBe(0);
    expect(sum(chargeback(payment, 120, true))).toBe(0);
  });
});

describe('a chargeback', () => {
  const payment = { provider: 'p', paymentId: '1', amountCentavos: 1_000 };
  const entriesOf = (refundedCentavos: number, hadSettled: boolean) =>
    Object.fromEntries(
      chargeback(payment, refundedCentavos, hadSettled).entries.map(({ account, amountCentavos }) => [
        account,
        amountCentavos,
      ]),
    );

  test('of a sale is a loss, minus earlier refunds', () => {
    expect(entriesOf(300, true)).toEqual({ mp_receivable: -700, chargeback_loss: 700 });
  });

  test('of money that settled no order comes from the buyers’ account', () => {
    expect(entriesOf(0, false)).toEqual({ mp_receivable: -1_000, customer_funds: 1_000 });
  });
});

test('books cash at the shop, other money at the provider', () => {
  const debitedAccount = (provider: string) =>
    moneyIn({ provider, paymentId: '1', amountCentavos: 5 }).entries[0]!.account;
  expect([debitedAccount(CASH), debitedAccount('mercadopago')]).toEqual(['cash', 'mp_receivable']);
});

test('limits the refund of a line to its value', () => {
  const shares = [
    { rifaId: 'a', totalCentavos: 300 },
    { rifaId: 'a', totalCentavos: 700 },
  ];
  const ofRifas = [{ rifaId: 'a', centavos: 500, priceCentavos: 500 }];
  expect(refundedByShare({ centavos: 500, ofRifas }, shares)).toEqual([300, 200]);
});

describe('a refund of an amount and of cotas', () => {
  const shares = [
    { rifaId: 'a', totalCentavos: 10_000 },
    { rifaId: 'b', totalCentavos: 10_000 },
  ];
  const ofB = { rifaId: 'b', centavos: 9_500, priceCentavos: 10_000 };

  test('books the whole price on the rifa whose cotas went back', () => {
    expect(refundedByShare({ centavos: 1_000, ofRifas: [] }, shares)).toEqual([500, 500]);
    expect(refundedByShare({ centavos: 10_500, ofRifas: [ofB] }, shares)).toEqual([500, 10_000]);
    const ofA = { rifaId: 'a', centavos: 9_500, priceCentavos: 10_000 };
    expect(refundedByShare({ centavos: 20_000, ofRifas: [ofB, ofA] }, shares)).toEqual([10_000, 10_000]);
  });

  test('books no more than was refunded while the amount is under way', () => {
    expect(refundedByShare({ centavos: 9_500, ofRifas: [ofB] }, shares)).toEqual([0, 9_500]);
    expect(refundedByShare({ centavos: 9_300, ofRifas: [ofB] }, shares)).toEqual([0, 9_300]);
  });
});
