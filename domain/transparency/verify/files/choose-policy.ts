/** Chooses the keys under which a log is verified, and says whose they are. */
import type { OpenedCheckpoint } from '../../log/checkpoint.ts';
import { verifyCosignatures } from '../../witness/cosignature.ts';
import { isQuorum, parsePolicy, type Policy, PolicyFault } from '../../witness/policy.ts';
import type { LogEvidence } from '../evidence.ts';
import type { Finding } from '../verdict/findings.ts';
import type { ReadReceiptFile } from '../verify-receipt.ts';

/** Keys count when they are pinned, or when a receipt of the person has their signatures. */
export function checkKeys(policy: Policy, isPinned: boolean, held: readonly OpenedCheckpoint[]): Finding {
  const keys = policy.witnesses.map(({ key }) => key);
  const isSigned = held.some(({ note }) => {
    const signed = verifyCosignatures(note, keys)?.map(({ witness }) => witness);
    return signed !== undefined && isQuorum(policy, signed);
  });
  return isPinned || isSigned
    ? { item: 'keys', state: 'holds' }
    : { item: 'keys', state: 'open', reason: 'KEYS_OF_SHOP' };
}

/**
 * The keys given by the person; otherwise those of the oldest receipt, which the shop can no longer change; otherwise
 * those that the proof file names.
 */
export function choosePolicy(
  { policy, receipts }: { policy: Policy | null; receipts: readonly ReadReceiptFile[] },
  evidence: LogEvidence | null,
): { policy: Policy | null; isPinned: boolean } {
  if (policy) return { policy, isPinned: true };
  const oldest = receipts.toSorted((one, other) => one.proof.index - other.proof.index)[0];
  const own = readPolicy(oldest?.content.policy ?? null);
  const published = readPolicy(evidence?.policy ?? null);
  if (own && (own.quorum !== null || !published)) return { policy: own, isPinned: true };
  return { policy: published, isPinned: false };
}

function readPolicy(text: string | null): Policy | null {
  try {
    return text === null ? null : parsePolicy(text);
  } catch (error) {
    if (error instanceof PolicyFault) return null;
    throw error;
  }
}
