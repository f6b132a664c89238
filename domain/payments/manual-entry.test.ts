import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isManualEntryValid, isOfRifa, MANUAL_ACCOUNTS, manualEntry } from './manual-entry.ts';

const anyEntry = fc.record({
  debit: fc.constantFrom(...MANUAL_ACCOUNTS),
  credit: fc.constantFrom(...MANUAL_ACCOUNTS),
  rifaId: fc.constantFrom('a', null),
  centavos: fc.integer({ min: -10, max: 1e9 }),
});

test('accepts only a balanced entry on two existing accounts', () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      fc.pre(isManualEntryValid(entry));
      const { entries } = manualEntry('1', entry, null);
      expect(entries).toHaveLength(2);
      expect(entries.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)).toBe(0);
      expect(new Set(entries.map(({ account }) => account)).size).toBe(2);
      for (const { account } of entries) expect(account).not.toContain('null');
    }),
  );
});

test.each([
  [{ debit: 'bank', credit: 'bank' }],
  [{ centavos: 0 }],
  [{ centavos: -1 }],
  [{ debit: 'taxes', rifaId: null }],
  [{ debit: 'fees', rifaId: 'a' }],
] as const)('rejects %j', (changes) => {
  const entry = { debit: 'taxes', credit: 'bank', rifaId: 'a', centavos: 100, ...changes } as const;
  expect(isManualEntryValid(entry)).toBe(false);
});

test('contains the corrected entry in its key', () => {
  const entry = { debit: 'fees', credit: 'mp_receivable', rifaId: null, centavos: 5 } as const;
  expect(manualEntry('9', entry, null).key).toBe('fix:9');
  expect(manualEntry('9', entry, { kind: 'order', orderId: 'o' }).key).toBe('fix-order:o:9');
  expect(manualEntry('9', entry, { kind: 'payment', provider: 'pix', paymentId: 'p' }).key).toBe(
    'fix-payment:pix:p:9',
  );
  expect(MANUAL_ACCOUNTS.filter(isOfRifa)).toEqual(['sales', 'prizes', 'taxes']);
});
