/** Receipts whose cotas left them before the freeze, and lists that hold cotas under other codes. */
import { describe, expect, test } from 'vitest';
import type { EntryOf } from '../log/log-entry.ts';
import { readSeal } from '../../draws/sealing/draw-seal.ts';
import { compareCotas } from './compare-cotas.ts';
import { MAX_EXITS } from './evidence.ts';
import type { VerifiedLog } from './signed/verify-log.ts';
import { parsePolicy } from '../witness/policy.ts';
import { describeFinding } from './verdict/describe-finding.ts';
import { verifyFiles } from './files/verify-files.ts';
import { readReceiptFile } from './verify-receipt.ts';
import {
  AFTER,
  BEFORE,
  HOLDERS,
  makeWitnessedDraw,
  POLICY,
  RECEIPT,
  RIFA,
  TestLog,
} from './verify.testing.ts';

type Exit = Pick<EntryOf<'exit'>, 'reason' | 'numbers'>;

const refund: Exit = { reason: 'reembolso', numbers: ['todas'] };

/** An honest draw with these holders, whose log has these exits of the receipt. */
async function verifyDraw(holders: [number, string][], exits: Exit[] = []) {
  const log = new TestLog();
  const ofReceipt = { rifaId: RIFA, at: '2024-12-21T00:00:00.000Z' };
  const { commitment } = readReceiptFile(makeWitnessedDraw().receipt)!;
  const logged = exits.map((exit) => log.add({ kind: 'exit', commitment, ...ofReceipt, ...exit }));
  const witnessed = makeWitnessedDraw(log, new Map([...HOLDERS, ...holders]));
  const evidence = log.evidence([...witnessed.indexes, witnessed.publication, ...logged], {
    times: AFTER,
    earlier: [{ size: witnessed.receiptSize }, { size: witnessed.sealedSize, times: BEFORE }],
  });
  const result = await verifyFiles({
    record: { ...witnessed.draw.record, log: evidence },
    list: witnessed.list,
    receipts: [readReceiptFile(witnessed.receipt)!],
    policy: parsePolicy(POLICY),
  });
  const { state, reason, detail } = result.findings.find(({ item }) => item === 'cotas')!;
  const description = describeFinding({ item: 'cotas', state, reason, detail }).text;
  return { cotas: [state, reason, detail], said: description, ownNumbers: result.ownNumbers };
}

const [first, second, third] = RECEIPT.rifas[0]!.numbers as [number, number, number];
const soldAgain = [first, second, third].map((number): [number, string] => [number, 'next buyer']);

describe('cotas of a receipt', () => {
  test('that were refunded and sold again are not its holder’s', async () => {
    const { cotas, ownNumbers, said } = await verifyDraw(soldAgain, [refund]);
    expect(cotas).toEqual(['open', 'COTA_EXIT_LISTED', 'reembolso']);
    expect(said).toContain('reembolso');
    expect(ownNumbers).toBeNull();
  });

  test('of which one was refunded and sold again left by that refund', async () => {
    const exits: Exit[] = [
      { reason: 'reembolso', numbers: [String(second)] },
      { reason: 'doacao', numbers: [String(third)] },
    ];
    expect(await verifyDraw([[second, 'next buyer']], exits.slice(0, 1))).toMatchObject({
      cotas: ['open', 'COTA_WITHDRAWN', 'reembolso'],
      ownNumbers: null,
    });
    expect((await verifyDraw([[second, 'next buyer']], exits)).cotas).toEqual([
      'open',
      'COTA_WITHDRAWN',
      'reembolso',
    ]);
  });

  test('hold when their exit was undone: they are under the code of the others', async () => {
    const exits: Exit[] = [{ reason: 'reembolso', numbers: [String(second)] }];
    expect((await verifyDraw([], exits)).cotas[0]).toBe('holds');
  });

  test('that were given are named, whichever they are', async () => {
    for (const number of [first, second, third])
      expect(
        (await verifyDraw([[number, 'friend']], [{ reason: 'doacao', numbers: [String(number)] }])).cotas,
      ).toEqual(['open', 'COTA_OF_ANOTHER', `0${number}`]);
  });

  test('fail under the code of another when the log has no exit of them', async () => {
    const { cotas, said } = await verifyDraw([[second, 'accomplice']]);
    expect(cotas).toEqual(['fails', 'COTA_MOVED', `0${second}`]);
    expect(said).toContain(`Números: 0${second}.`);
    const elsewhere: Exit[] = [{ reason: 'doacao', numbers: [String(third)] }];
    expect((await verifyDraw([[second, 'accomplice']], elsewhere)).cotas[1]).toBe('COTA_MOVED');
  });

  test('are not said to be missing while the proof has not all exits', () => {
    const held = new Map(HOLDERS);
    held.delete(second);
    const { draw, receipt, list } = makeWitnessedDraw(new TestLog(), held);
    const reasonWith = (orders: number) => {
      const entries = Array.from({ length: orders }, (_, index) => {
        const commitment = index.toString(16).padStart(64, '0');
        const at = '2024-12-21T00:00:00.000Z';
        return { index, entry: { kind: 'exit' as const, at, commitment, rifaId: RIFA, ...refund } };
      });
      const log = { entries } as unknown as VerifiedLog;
      const terms = readSeal(draw.record.seal.text)!;
      const [cotas] = compareCotas(readReceiptFile(receipt)!, { terms, list, log });
      return [cotas?.state, cotas?.reason];
    };
    expect(reasonWith(MAX_EXITS - 1)).toEqual(['fails', 'COTA_MISSING']);
    expect(reasonWith(MAX_EXITS)).toEqual(['open', 'EXITS_CUT']);
  });
});
