import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Finding, type Item, ITEMS, judge, worstOf } from './findings.ts';
import { describeFinding } from './describe-finding.ts';
import { describeVerdict } from './verdict.ts';

const all: Finding[] = ITEMS.map((item) => ({ item, state: 'holds' }));
const verdictOf = (findings: Finding[]) => {
  const verdict = judge(findings);
  return { verdict, ...describeVerdict({ verdict, findings }) };
};

test('calls a draw honest when every item holds, also without a receipt', () => {
  expect(verdictOf(all).title).toBe('Confere em tudo: o sorteio é honesto.');
  const withoutReceipt = all.map((each): Finding =>
    each.item === 'receipt' ? { ...each, state: 'open', reason: 'NO_RECEIPT' } : each,
  );
  expect(verdictOf(withoutReceipt).verdict).toBe('honest');
});

describe('never calls a draw honest', () => {
  const mayBeAbsent = new Set<Item>(['receipt', 'cotas', 'instant']);

  test.each(ITEMS)('while %s is unverified or missing', (item) => {
    const open = all.map((each): Finding =>
      each.item === item ? { ...each, state: 'open', reason: 'NO_LOG' } : each,
    );
    expect(verdictOf(open)).toMatchObject({ verdict: 'partial' });
    // Not everyone has a receipt, and not every rifa cotas premiadas.
    const missing = mayBeAbsent.has(item) ? 'honest' : 'partial';
    expect(verdictOf(all.filter((each) => each.item !== item)).verdict).toBe(missing);
    expect(verdictOf(open).title).not.toContain('honesto');
  });

  test.each<Finding['reason']>([
    'COTA_WITHDRAWN',
    'COTA_OF_ANOTHER',
    'COTA_EXIT_LISTED',
    'EXITS_CUT',
    'RECEIPT_OF_ANOTHER',
  ])('while the cotas of the given receipt are left open: %s', (reason) => {
    const open = all.map((each): Finding =>
      each.item === 'cotas' ? { ...each, state: 'open', reason } : each,
    );
    expect(verdictOf(open)).toMatchObject({ verdict: 'partial' });
  });

  test.each(ITEMS)('when %s fails', (item) => {
    const failed = all.map((each): Finding =>
      each.item === item ? { ...each, state: 'fails', reason: 'RULE' } : each,
    );
    expect(verdictOf(failed)).toMatchObject({ verdict: 'failed', title: 'NÃO CONFERE.' });
  });
});

test('keeps the worst finding of each item', () => {
  const state = fc.constantFrom<Finding['state']>('holds', 'open', 'fails');
  const finding = fc.record({ item: fc.constantFrom<Item>(...ITEMS), state });
  fc.assert(
    fc.property(fc.array(finding), (findings) => {
      const worst = worstOf(findings);
      expect(new Set(worst.map(({ item }) => item)).size).toBe(worst.length);
      expect(judge(worst) === 'failed').toBe(findings.some((each) => each.state === 'fails'));
    }),
  );
});

test('names the numbers of missing cotas and why cotas left', () => {
  expect(
    describeFinding({ item: 'cotas', state: 'fails', reason: 'COTA_MISSING', detail: '7, 42' }).text,
  ).toBe('Cotas que você pagou não estão na lista, e o registro não diz por quê. Números: 7, 42.');
  expect(
    describeFinding({ item: 'cotas', state: 'open', reason: 'COTA_WITHDRAWN', detail: 'desistencia' }).text,
  ).toBe('Cotas do comprovante saíram da lista por um motivo registrado: desistência.');
});

const failing = (item: Item, reason: Finding['reason']): Finding[] =>
  all.map((each) => (each.item === item ? { ...each, state: 'fails', reason } : each));

test('names whom to inform after a failed verification', () => {
  const advice = verdictOf(failing('log', 'HISTORY_REWRITTEN')).advice.join(' ');
  for (const authority of ['Procon', 'SPA/MF', 'Ministério Público']) expect(advice).toContain(authority);
  expect(advice).toMatch(/^Guarde todos os arquivos/);
  expect(verdictOf(all).advice).toEqual([]);
});

test('suggests checking the typed values first if only they differ', () => {
  for (const typed of [failing('official', 'GIVEN_PRIZES'), failing('list', 'NOTED_SEAL')]) {
    expect(verdictOf(typed).title).toBe('NÃO CONFERE com o que você digitou.');
    expect(verdictOf(typed).advice[0]).toContain('Compare primeiro o que você digitou');
    expect(verdictOf(typed).advice.join(' ')).toContain('Procon');
  }
  const both = [...failing('official', 'GIVEN_PRIZES'), ...failing('log', 'LOG_SIGNATURE')];
  expect(verdictOf(worstOf(both))).toMatchObject({ title: 'NÃO CONFERE.' });
  expect(verdictOf(worstOf(both)).advice[0]).toContain('Guarde todos os arquivos');
});
