import { describe, expect, test } from 'vitest';
import { merkleRoot } from '../../draws/sealing/merkle-tree.ts';
import { toBase64 } from '../base64.ts';
import { signCheckpoint } from '../log/checkpoint.ts';
import { signKeyChange } from '../log/key-change.ts';
import { leafHash, makeConsistencyProof } from '../log/merkle-tree.ts';
import {
  compareGrowth,
  confirmRollback,
  type Growth,
  MAX_SEEN,
  parseSeenLogs,
  type SeenLog,
} from './seen-checkpoints.ts';
import { createSigner, ED25519_NOTE, formatVerifierKey } from '../log/signed-note.ts';

const NOW = new Date('2026-11-22T20:00:00Z');
const signer = (origin: string, byte: number) =>
  createSigner(origin, ED25519_NOTE, new Uint8Array(32).fill(byte));

/** A log that may fork. */
function makeLog(story: string, { origin = 'loja.example/log', byte = 7 } = {}) {
  const key = signer(origin, byte);
  const leaves = (size: number) =>
    Array.from({ length: size }, (_, index) =>
      leafHash(new TextEncoder().encode(index < 5 ? `common ${index}` : `${story} ${index}`)),
    );
  return {
    async answer(from: number, size: number): Promise<Growth> {
      const checkpoint = signCheckpoint({ origin, size, root: merkleRoot(leaves(size)) }, key);
      const verifierKey = formatVerifierKey(key.key);
      if (from > size) return { checkpoint, proof: null, verifierKey };
      const treeLeaves = leaves(size);
      const proof = await makeConsistencyProof(
        (subtrees) =>
          Promise.resolve(
            subtrees.map(({ level, index }) =>
              merkleRoot(treeLeaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
            ),
          ),
        from,
        size,
      );
      return { checkpoint, proof: proof.map(toBase64), verifierKey };
    },
  };
}

const log = makeLog('true');
const compareInOrder = async (sizes: readonly number[], shownBy = log) => {
  let logs: SeenLog[] = [];
  let before = 0;
  for (const size of sizes) {
    logs = compareGrowth(logs, await shownBy.answer(before, size), NOW).logs;
    before = size;
  }
  return logs;
};

test('stores each checkpoint of a growing log', async () => {
  const first = compareGrowth([], await log.answer(0, 6), NOW);
  expect(first).toMatchObject({ state: 'FIRST', size: 6, before: null });
  const second = compareGrowth(first.logs, await log.answer(6, 11), NOW);
  expect(second).toMatchObject({ state: 'GREW', size: 11, before: 6 });
  expect(second.logs[0]!.notes).toHaveLength(2);
  expect(compareGrowth(second.logs, await log.answer(11, 11), NOW)).toMatchObject({ state: 'SAME' });
  expect(parseSeenLogs(JSON.stringify(second.logs))).toEqual(second.logs);
});

test('detects a forked log, and keeps both checkpoints', async () => {
  const logs = await compareInOrder([6, 8]);
  const forked = await makeLog('false').answer(8, 12);
  const detected = compareGrowth(logs, forked, NOW);
  expect(detected.state).toBe('FORK');
  expect(detected.logs[0]!.fork).toMatchObject({
    seen: logs[0]!.notes.at(-1),
    shown: forked.checkpoint,
    proof: forked.proof,
    foundAt: NOW.toISOString(),
  });
  // Later checkpoints of the original log do not delete the evidence.
  const later = compareGrowth(detected.logs, await log.answer(8, 14), NOW);
  expect(later.state).toBe('FORK');
  expect(later.logs[0]!.fork!.shown).toBe(forked.checkpoint);
});

test('detects another tree of the same size, and a missing proof', async () => {
  const logs = await compareInOrder([8]);
  expect(compareGrowth(logs, await makeLog('false').answer(8, 8), NOW).state).toBe('FORK');
  expect(compareGrowth(logs, { ...(await log.answer(8, 9)), proof: null }, NOW).state).toBe('FORK');
  expect(compareGrowth(logs, { ...(await log.answer(8, 9)), proof: ['x'] }, NOW).state).toBe('FORK');
});

test('reports a smaller tree, and keeps it as evidence once it is confirmed', async () => {
  const logs = await compareInOrder([8]);
  const answer = await log.answer(8, 6);
  const smaller = compareGrowth(logs, answer, NOW);
  expect(smaller).toMatchObject({ state: 'SMALLER', size: 6, before: 8 });
  expect(smaller.logs[0]!.fork).toBeNull();
  expect(confirmRollback(smaller.logs, answer, NOW)[0]!.fork).toMatchObject({ proof: null });
});

test('does not store a checkpoint that the key did not sign', async () => {
  const answer = await log.answer(0, 6);
  const checkpoint = answer.checkpoint!.replace('\n6\n', '\n7\n');
  expect(compareGrowth([], { ...answer, checkpoint }, NOW)).toMatchObject({ state: 'INVALID', logs: [] });
  expect(compareGrowth([], { checkpoint: null, proof: null, verifierKey: null }, NOW).state).toBe('UNSIGNED');
});

test('distinguishes a new log from the known one, and a new key of the same log', async () => {
  const logs = await compareInOrder([8]);
  const moved = makeLog('true', { origin: 'loja.example/log-2' });
  const compared = compareGrowth(logs, await moved.answer(0, 8), NOW);
  expect(compared).toMatchObject({ state: 'NEW_LOG', logs: [{ origin: 'loja.example/log-2' }, logs[0]] });
  const rotated = makeLog('true', { byte: 9 });
  const grown = compareGrowth(logs, await rotated.answer(8, 9), NOW);
  expect(grown.state).toBe('GREW');
  expect(grown.logs[0]!.keys).toHaveLength(2);
});

test('keeps the first checkpoint and the newest ones', async () => {
  const sizes = Array.from({ length: 30 }, (_, index) => index + 1);
  const [kept] = await compareInOrder(sizes);
  expect(kept!.notes).toHaveLength(MAX_SEEN);
  expect(kept!.notes.map((note) => Number(note.split('\n')[1]))).toEqual([1, ...sizes.slice(-MAX_SEEN + 1)]);
});

test('ignores stored text that is damaged', () => {
  expect(parseSeenLogs(null)).toEqual([]);
  expect(parseSeenLogs('{')).toEqual([]);
  expect(parseSeenLogs('[null,{"origin":1},{"origin":"a","keys":[],"notes":[],"fork":null}]')).toEqual([]);
});

describe('another key of the log', () => {
  const second = makeLog('true', { byte: 8 });
  const [old, next] = [signer('loja.example/log', 7), signer('loja.example/log', 8)];
  const change = { before: old.key, after: next.key, lossReason: null };
  const keyBreak = async (keyChanges: readonly string[]) => {
    const logs = await compareInOrder([6, 9]);
    const { state, logs: seen } = compareGrowth(logs, { ...(await second.answer(9, 12)), keyChanges }, NOW);
    expect(state).toBe('GREW');
    const again = compareGrowth(seen, { ...(await second.answer(12, 14)), keyChanges }, NOW).logs;
    expect(again[0]!.keyBrokenAt).toBe(seen[0]!.keyBrokenAt);
    return parseSeenLogs(JSON.stringify(again))[0]!.keyBrokenAt ?? null;
  };

  test('is accepted if the former key signed the replacement', async () => {
    expect(await keyBreak([signKeyChange(change, [old, next])])).toBeNull();
  });

  test('is remembered as a break if it did not', async () => {
    const lost = { ...change, lossReason: 'A máquina quebrou.' };
    for (const notes of [[], [signKeyChange(change, [next])], [signKeyChange(lost, [next])]])
      expect(await keyBreak(notes)).toBe(NOW.toISOString());
  });
});
