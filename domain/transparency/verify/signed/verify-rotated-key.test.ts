/** The log of an honest draw is signed by another key afterwards. */
import { describe, expect, test } from 'vitest';
import { parsePolicy } from '../../witness/policy.ts';
import { signKeyChange } from '../../log/key-change.ts';
import { logSigner } from '../../transparency.testing.ts';
import type { LogEvidence } from '../evidence.ts';
import { faultsOf, honestFiles } from '../files/honest-files.testing.ts';
import { readReceiptFile } from '../verify-receipt.ts';
import { AFTER, BEFORE, LOG, makeWitnessedDraw, policyOf, receiptFile } from '../verify.testing.ts';

const SECOND = logSigner(LOG.key.name, 2);
const THIRD = logSigner(LOG.key.name, 3);

const { log, draw, receipt, receiptSize, sealedSize, indexes, publication } = makeWitnessedDraw();
const rotations = [log.rotate(SECOND), log.rotate(THIRD)];
const evidence: LogEvidence = {
  ...log.evidence([...indexes, publication, ...rotations], {
    times: AFTER,
    earlier: [{ size: receiptSize }, { size: sealedSize, times: BEFORE }],
  }),
  policy: policyOf(THIRD),
};
const files = { ...honestFiles(), record: { ...draw.record, log: evidence } };
const HOLDS = ['timestamps open: NO_TIMESTAMPS'];

describe('a draw from before another key signed the log', () => {
  test('holds by the policy of the proof', async () => {
    expect(await faultsOf({ ...files, policy: null, receipts: [] })).toEqual([
      'receipt open: NO_RECEIPT',
      ...HOLDS,
      'keys open: KEYS_OF_SHOP',
    ]);
  });

  test.each([
    ['first', LOG],
    ['second', SECOND],
    ['third', THIRD],
  ])('holds with its receipt for a reader who trusts the %s key', async (_, signer) => {
    expect(await faultsOf({ ...files, policy: parsePolicy(policyOf(signer)) })).toEqual(HOLDS);
  });

  test('holds with a receipt that names the key of its time', async () => {
    expect(await faultsOf({ ...files, policy: null })).toEqual(HOLDS);
  });
});

describe('a replaced key', () => {
  const trustingThird = { ...files, policy: parsePolicy(policyOf(THIRD)) };

  test('signs no newest tree', async () => {
    const forged = { ...evidence, checkpoint: log.checkpoint(log.size, AFTER, { after: 0, signer: SECOND }) };
    expect(await faultsOf({ ...trustingThird, record: { ...draw.record, log: forged } })).toContain(
      'log fails: LOG_SIGNATURE',
    );
  });

  test('signs no tree that has its replacement', async () => {
    const size = rotations[0]! + 1;
    const note = log.checkpoint(size, AFTER, { after: 0, signer: LOG });
    const [later] = log.evidence([], { earlier: [{ size, times: AFTER }] }).earlier;
    const forged = { ...evidence, earlier: [...evidence.earlier, { ...later!, checkpoint: note }] };
    expect(await faultsOf({ ...trustingThird, record: { ...draw.record, log: forged } })).toContain(
      'log fails: LOG_SIGNATURE',
    );
  });

  test('counts only if the log has the entry that names it', async () => {
    const stranger = makeWitnessedDraw();
    stranger.log.rotate(SECOND);
    const entry = { ...evidence.entries.at(-1)!, index: 0 };
    const forged = { ...evidence, entries: [...evidence.entries.slice(0, -1), entry] };
    expect(await faultsOf({ ...trustingThird, record: { ...draw.record, log: forged } })).toEqual(
      expect.arrayContaining(['log fails: ENTRY_NOT_INCLUDED', 'receipt fails: RECEIPT_SIGNATURE']),
    );
  });

  test('signs no receipt larger than the tree that replaced it', async () => {
    const index = readReceiptFile(receipt)!.proof.index;
    const late = receiptFile(log, index).replace(
      log.checkpoint(log.size),
      log.checkpoint(log.size, [], { after: 0, signer: LOG }),
    );
    expect(await faultsOf({ ...trustingThird, receipts: [readReceiptFile(late)!] })).toContain(
      'receipt fails: RECEIPT_SIGNATURE',
    );
  });
});

describe('a replacement that the former key did not sign', () => {
  /** A thief of the database rewrites what follows the receipt, and claims that another key signs from here on. */
  const stolen = makeWitnessedDraw();
  const claim = stolen.log.claimRotation(SECOND);
  const forged: LogEvidence = {
    ...stolen.log.evidence([...stolen.indexes, stolen.publication, claim], {
      times: AFTER,
      earlier: [{ size: stolen.receiptSize }, { size: stolen.sealedSize, times: BEFORE }],
    }),
  };
  const filesWith = (more: Partial<LogEvidence> = {}) => ({
    ...honestFiles(),
    record: { ...stolen.draw.record, log: { ...forged, ...more } },
  });
  const BROKEN = ['log open: KEY_NOT_ENDORSED', ...HOLDS, 'keys open: KEY_NOT_ENDORSED'];

  test('is named to a reader who trusts the former key', async () => {
    expect(await faultsOf(filesWith())).toEqual(BROKEN);
  });

  test('is named to a reader who trusts the new key, if the former one signed the receipt', async () => {
    expect(await faultsOf({ ...filesWith(), policy: parsePolicy(policyOf(SECOND)) })).toEqual(BROKEN);
  });

  test('stays unsigned by an endorsement of the new key alone, or of other keys', async () => {
    for (const change of [
      signKeyChange({ before: LOG.key, after: SECOND.key, lossReason: 'A máquina quebrou.' }, [SECOND]),
      signKeyChange({ before: LOG.key, after: SECOND.key, lossReason: null }, [SECOND]),
      signKeyChange({ before: LOG.key, after: THIRD.key, lossReason: null }, [LOG, THIRD]),
      signKeyChange({ before: SECOND.key, after: LOG.key, lossReason: null }, [LOG, SECOND]),
      'no note',
    ])
      expect(await faultsOf(filesWith({ keyChanges: [change] }))).toEqual(BROKEN);
  });

  test('hides no endorsed one', async () => {
    const { log: endorsedLog, ...shop } = makeWitnessedDraw();
    const added = [
      endorsedLog.rotate(SECOND),
      endorsedLog.claimRotation(THIRD, LOG),
      endorsedLog.claimRotation(SECOND, THIRD),
    ];
    const keyed = {
      ...endorsedLog.evidence([...shop.indexes, shop.publication, ...added], {
        times: AFTER,
        earlier: [{ size: shop.receiptSize }, { size: shop.sealedSize, times: BEFORE }],
      }),
    };
    expect(await faultsOf({ ...honestFiles(), record: { ...shop.draw.record, log: keyed } })).toEqual(HOLDS);
  });
});
