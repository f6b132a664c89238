import { describe, expect, test } from 'vitest';
import { faultsOf, honestFiles } from '../files/honest-files.testing.ts';
import { AFTER, BEFORE, makeWitnessedDraw } from '../verify.testing.ts';

/** An honest draw, with the tree of its receipt cosigned at other times too. @param sealTimes of the tree with the seal */
function faultsWith(receiptTimes: readonly string[], sealTimes: string[] = BEFORE) {
  const { log, indexes, publication, receiptSize, sealedSize } = makeWitnessedDraw();
  const evidence = log.evidence([...indexes, publication], {
    times: AFTER,
    earlier: [
      { size: receiptSize, times: [...receiptTimes] },
      { size: sealedSize, times: sealTimes },
    ],
  });
  return faultsOf(honestFiles({ log: evidence }));
}

const HOLDS = ['timestamps open: NO_TIMESTAMPS'];

describe('a witness that signs a tree without the seal after the extraction', () => {
  const late = AFTER.slice(0, 1);

  test('proves nothing against a quorum that saw the seal before', async () => {
    expect(await faultsWith(late)).toEqual(HOLDS);
  });

  test('leaves the day of the extraction to the reader, if a quorum saw the seal on it', async () => {
    const sameDay = ['2024-12-28T23:00:00Z', '2024-12-28T23:00:30Z'];
    expect(await faultsWith(late, sameDay)).toEqual(['sealed_before open: SEEN_SAME_DAY', ...HOLDS]);
  });

  test('catches a seal that no quorum saw in time', async () => {
    expect(await faultsWith(late, BEFORE.slice(0, 1))).toContain('sealed_before fails: SEEN_TOO_LATE');
    expect(await faultsWith(late, AFTER)).toContain('sealed_before fails: SEEN_TOO_LATE');
  });
});
