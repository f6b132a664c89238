import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { StandResult } from '@mare/contract/checkout/stand.ts';

interface Sale {
  id: string;
  state: 'queued' | 'sold' | 'rejected' | 'returned';
  waiting: string | null;
  answer: StandResult | null;
  sale: { numbers: number[] };
}

interface Reply {
  results: StandResult[];
  unsold: number[];
  end: string | null;
}

type ApplyReply = (allotment: object, sales: Sale[], reply: Reply) => { allotment: object; sales: Sale[] };

/** Loads the script as the service worker does. */
const { applyReply } = (() => {
  const self = { addEventListener: () => undefined } as unknown as { standSales: { applyReply: ApplyReply } };
  const file = join(import.meta.dirname, '../../../public/stand-sales.js');
  runInNewContext(readFileSync(file, 'utf8'), { self });
  return self.standSales;
})();

const queued = (id: string, ...numbers: number[]): Sale => ({
  id,
  state: 'queued',
  waiting: null,
  answer: null,
  sale: { numbers },
});
const sold = (id: string): StandResult => ({
  id,
  outcome: 'sold',
  externalReference: id,
  totalCentavos: 200,
});
const rejected = (id: string): StandResult => ({
  id,
  outcome: 'rejected',
  code: 'PURCHASE_LIMIT_EXCEEDED',
  reason: null,
  numbers: [],
});
const postponed = (id: string): StandResult => ({ id, outcome: 'later', code: 'PAUSED' });

/** Converts to plain objects, because objects of another realm are never equal. */
const statesAfter = (sales: Sale[], reply: Reply) =>
  JSON.parse(JSON.stringify(applyReply({ id: 'a' }, sales, reply))) as ReturnType<ApplyReply>;

test('records each result, and keeps the numbers of queued sales', () => {
  const sales = [queued('one', 1), queued('two', 2), queued('three', 3), queued('made meanwhile', 4)];
  const reply = {
    results: [sold('one'), rejected('two'), postponed('three')],
    unsold: [2, 3, 4, 5],
    end: null,
  };
  const after = statesAfter(sales, reply);
  expect(after.allotment).toMatchObject({ unsold: [2, 5], end: null });
  expect(after.sales).toMatchObject([
    { id: 'one', state: 'sold' },
    { id: 'two', state: 'rejected', answer: { code: 'PURCHASE_LIMIT_EXCEEDED' } },
    { id: 'three', state: 'queued', waiting: 'PAUSED' },
  ]);
});

test('ignores repeated results of settled sales', () => {
  const settled: Sale = { ...queued('one', 1), state: 'returned', answer: rejected('one') };
  expect(statesAfter([settled], { results: [rejected('one')], unsold: [], end: 'over' }).sales).toEqual([]);
  expect(statesAfter([], { results: [sold('gone')], unsold: [], end: 'over' }).sales).toEqual([]);
});

test('keeps a sale that the server cannot read in the queue', () => {
  const unreadable = { id: 'one', outcome: 'later', code: 'UNREADABLE' } as unknown as StandResult;
  expect(statesAfter([queued('one', 1)], { results: [unreadable], unsold: [1, 2], end: null })).toMatchObject(
    {
      allotment: { unsold: [2] },
      sales: [{ id: 'one', state: 'queued', waiting: 'UNREADABLE', answer: null }],
    },
  );
});
