import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../draws/sealing/sha256.ts';
import { fromBase64, toBase64 } from '../../base64.ts';
import { parseNote } from '../../log/signed-note.ts';
import { parseCertificates } from '../../timestamps/certificates.ts';
import { makeTestAuthority, stampHash } from '../../timestamps/timestamps.testing.ts';
import type { LogEvidence } from '../evidence.ts';
import { faultsOf, honestFiles, honest } from '../files/honest-files.testing.ts';
import { verifyFiles } from '../files/verify-files.ts';
import { AFTER, BEFORE } from '../verify.testing.ts';

describe('time stamps', async () => {
  const authority = await makeTestAuthority();
  const authorities = parseCertificates(authority.root)!;
  const noteOf = (checkpoint: string) => sha256(new TextEncoder().encode(parseNote(checkpoint)!.text));
  const sealedAt = honest.evidence.earlier.findIndex(({ size }) => size === honest.sealedSize);
  const { checkpoint } = honest.evidence.earlier[sealedAt]!;

  /** The evidence with a token on the tree that holds the seal. */
  function stamped(token: string, more: Partial<LogEvidence> = {}): LogEvidence {
    const log = { ...structuredClone(honest.evidence), ...more };
    log.earlier[sealedAt]!.timestamps = [token];
    return log;
  }

  test('before the extraction complete the verification', async () => {
    const log = stamped(await stampHash(authority, noteOf(checkpoint!), BEFORE[0]!));
    expect(await verifyFiles(honestFiles({ log, authorities }))).toMatchObject({ verdict: 'honest' });
    expect(await faultsOf(honestFiles({ log, authorities }))).toEqual([]);
    // The public roots do not include this authority.
    expect(await faultsOf(honestFiles({ log }))).toEqual(['timestamps open: AUTHORITY_UNKNOWN']);
  });

  test('by an authority that only the shop names do not verify', async () => {
    const token = await stampHash(authority, noteOf(checkpoint!), BEFORE[0]!);
    const log = stamped(token, { authorities: authority.root });
    expect(await faultsOf(honestFiles({ log }))).toEqual(['timestamps open: AUTHORITY_OF_SHOP']);
  });

  test.each([
    [AFTER[0]!, 'STAMPED_LATE'],
    ['2024-12-28T22:00:00Z', 'STAMPED_SAME_DAY'],
  ])('of %s do not verify: %s', async (time, reason) => {
    const log = stamped(await stampHash(authority, noteOf(checkpoint!), time));
    expect(await faultsOf(honestFiles({ log, authorities }))).toEqual([`timestamps open: ${reason}`]);
  });

  test('of a tree without the seal do not count', async () => {
    const log = structuredClone(honest.evidence);
    log.earlier[0]!.checkpoint = honest.log.checkpoint(honest.receiptSize);
    log.earlier[0]!.timestamps = [await stampHash(authority, noteOf(log.earlier[0]!.checkpoint), BEFORE[0]!)];
    expect(await faultsOf(honestFiles({ log, authorities }))).toEqual(['timestamps open: NO_TIMESTAMPS']);
  });

  test('of another checkpoint are rejected', async () => {
    const log = stamped(await stampHash(authority, noteOf(honest.evidence.checkpoint), BEFORE[0]!));
    expect(await faultsOf(honestFiles({ log, authorities }))).toEqual([
      'timestamps fails: TIMESTAMP_OF_ANOTHER',
    ]);
  });

  test('that are forged are rejected', async () => {
    const lateToken = fromBase64(await stampHash(authority, noteOf(checkpoint!), AFTER[0]!))!;
    // The operator writes an earlier time into a late token.
    const text = Buffer.from(lateToken).toString('latin1').replace('20241229120000Z', '20241228210000Z');
    const log = stamped(toBase64(Buffer.from(text, 'latin1')));
    expect(await faultsOf(honestFiles({ log, authorities }))).toEqual(['timestamps fails: TIMESTAMP_WRONG']);
  });
});
