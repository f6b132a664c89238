/** Files of an honest and of a forged draw, and what their verification finds. */
import { makeDraw } from '../../../draws/draws.testing.ts';
import { parsePolicy } from '../../witness/policy.ts';
import type { LogEvidence } from '../evidence.ts';
import { type GivenFiles, verifyFiles } from './verify-files.ts';
import { readReceiptFile } from '../verify-receipt.ts';
import { HOLDERS, makeWitnessedDraw, POLICY, PRIZES } from '../verify.testing.ts';

/** A draw whose log has every entry. */
export const honest = makeWitnessedDraw();
const { record } = honest.draw;

/** The files of the honest draw, with these replaced. */
export function honestFiles(more: Partial<GivenFiles> & { log?: LogEvidence | null } = {}): GivenFiles {
  const { log = honest.evidence, ...files } = more;
  return {
    record: { ...record, ...(log && { log }) },
    list: honest.list,
    receipts: [readReceiptFile(honest.receipt)!],
    policy: parsePolicy(POLICY),
    ...files,
  };
}

/** States that do not hold, as 'item: reason'. */
export async function faultsOf(files: GivenFiles): Promise<string[]> {
  return (await verifyFiles(files)).findings.flatMap(({ item, state, reason }) =>
    state === 'holds' ? [] : [`${item} ${state}: ${reason}`],
  );
}

/** The operator assigns the winning number 976 to an accomplice and rewrites list, seal and winners. */
export const forged = makeDraw({
  totalNumbers: 1000,
  holders: new Map([...HOLDERS, [976, 'x']]),
  prizes: PRIZES,
});
