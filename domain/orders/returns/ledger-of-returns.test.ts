import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyOut, type Refunded, type ReturnedOfShare } from '../../payments/ledger.ts';
import { decideReturn, type PaidLine } from './decide-return.ts';
import { refundOfReturn, sealedCentavos } from './refund-of-return.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Lines of the rifas 0, 1 and 2; the list of rifa 0 may be frozen. */
function paidLine(totalCentavos: number, index: number, isFrozen: boolean): PaidLine {
  const numbers = [1, 2, 3];
  const salesEndAt = new Date(Date.UTC(2026, 10, 20));
  const rifa = { status: 'active', salesEndAt, isFrozen: isFrozen && index % 3 === 0 } as const;
  const line = { lineNo: index + 1, rifaId: String(index % 3), rifa, totalCentavos };
  return { ...line, bought: numbers, held: numbers, prizeNumbers: [], isRevealed: false, givenNumbers: [] };
}

interface RequestedRefund {
  centavos: number;
  ofRifas: ReturnedOfShare[];
}

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), centavos: fc.integer({ min: 1, max: 4_000 }) }),
  // All but the first cotas of the rifa are kept, as if they had found prizes.
  fc.record({
    kind: fc.constant('cotas' as const),
    rifa: fc.nat(2),
    cotas: fc.integer({ min: 1, max: 3 }),
  }),
);
const anyOrder = fc.record({
  totals: fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 4 }),
  isFrozen: fc.boolean(),
  steps: fc.array(anyStep, { maxLength: 8 }),
  /** For each refund, whether the provider makes it before the next one is requested. */
  isMadeAtOnce: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
});

test('any sequence of refunded amounts and cotas balances, within the sales of each rifa', () => {
  fc.assert(
    fc.property(anyOrder, ({ totals, isFrozen, steps, isMadeAtOnce }) => {
      let lines = totals.map((total, index) => paidLine(total, index, isFrozen));
      const shares = lines.map(({ rifaId, totalCentavos }) => ({ rifaId, totalCentavos }));
      const payment = { provider: 'p', paymentId: '1', amountCentavos: sum(totals) };
      const salesOf = (id: string) =>
        sum(shares.map(({ rifaId, totalCentavos }) => (rifaId === id ? totalCentavos : 0)));
      const refundsOf = new Map<string, number>();
      let refunded: Refunded = { centavos: 0, ofRifas: [] };
      let left = payment.amountCentavos;
      let pending: RequestedRefund[] = [];

      const makeRefunds = () => {
        // Later requests may be made first.
        for (const { centavos, ofRifas } of pending.toReversed()) {
          const after = {
            centavos: refunded.centavos + centavos,
            ofRifas: [...refunded.ofRifas, ...ofRifas],
          };
          const { entries } = moneyOut(payment, refunded, after, shares);
          expect(sum(entries.map(({ amountCentavos }) => amountCentavos))).toBe(0);
          for (const { account, amountCentavos } of entries) {
            const rifaId = account.split(':')[1];
            if (rifaId) refundsOf.set(rifaId, (refundsOf.get(rifaId) ?? 0) + amountCentavos);
          }
          refunded = after;
          for (const [rifaId, centavos] of refundsOf) {
            expect(centavos).toBeGreaterThanOrEqual(0);
            expect(centavos).toBeLessThanOrEqual(salesOf(rifaId));
          }
          expect(sum([...refundsOf.values()])).toBe(refunded.centavos);
        }
        pending = [];
      };

      for (const [index, step] of steps.entries()) {
        if (step.kind === 'amount') {
          // The price of cotas on a frozen list stays, and at least one centavo.
          const sealed = sealedCentavos(decideReturn(lines, { kind: 'admin', rifaIds: [] }));
          const centavos = Math.min(step.centavos, left - Math.max(1, sealed));
          if (centavos > 0) pending.push({ centavos, ofRifas: [] });
          left -= Math.max(0, centavos);
        } else {
          const asked = lines.map((line) => ({ ...line, prizeNumbers: line.held.slice(step.cotas) }));
          const kind = isFrozen && step.rifa === 0 ? 'sealed' : 'admin';
          const decision = decideReturn(asked, { kind, rifaIds: [String(step.rifa)] });
          const amounts = refundOfReturn(decision, left);
          if (sum(amounts) === 0) continue;
          left -= sum(amounts);
          const ofRifas = decision.returned.map(({ rifaId, centavos }, at) => ({
            rifaId,
            centavos: amounts[at]!,
            priceCentavos: centavos,
          }));
          pending.push({ centavos: sum(amounts), ofRifas });
          const gone = new Map(decision.returned.map(({ lineNo, numbers }) => [lineNo, numbers]));
          lines = lines.map((line) => ({
            ...line,
            held: line.held.filter((number) => !gone.get(line.lineNo)?.includes(number)),
          }));
        }
        if (isMadeAtOnce[index]) makeRefunds();
      }
      makeRefunds();

      const allReturned = [...new Set(shares.map(({ rifaId }) => rifaId))].filter((id) =>
        lines.every(({ rifaId, held }) => rifaId !== id || held.length === 0),
      );
      // Each return is rounded down to whole centavos, and the last one may have to leave one.
      for (const id of allReturned)
        expect(salesOf(id) - (refundsOf.get(id) ?? 0)).toBeLessThanOrEqual(steps.length);
    }),
    { numRuns: 1_000 },
  );
});
