import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merkleRoot } from '../../draws/sealing/merkle-tree.ts';
import { toBase64 } from '../base64.ts';
import { signCheckpoint } from '../log/checkpoint.ts';
import { readCosignatureTime, verifyCosignatures } from './cosignature.ts';
import { openNote, parseNote, parseSignatureLine } from '../log/signed-note.ts';
import { logSigner, witnessSigner } from '../transparency.testing.ts';
import { TestLog } from '../verify/verify.testing.ts';
import {
  addCheckpoint,
  formatAddCheckpoint,
  parseAddCheckpoint,
  type Witness,
  type WitnessStore,
} from './witness.ts';

const TIME = 1_800_000_000;
const log = new TestLog();
for (let entry = 0; entry < 40; entry++)
  log.add({ kind: 'receipt', commitment: entry.toString(16).padStart(64, '0') });

function memoryStore(): WitnessStore & { notes: Map<string, string> } {
  const notes = new Map<string, string>();
  return {
    notes,
    read: (origin) => notes.get(origin) ?? null,
    write: (origin, note) => void notes.set(origin, note),
  };
}

function createWitness(store: WitnessStore = memoryStore()): Witness {
  return { signer: witnessSigner('testemunha.example'), logs: [log.signer.key], store };
}

const requestOf = (from: number, to: number) =>
  formatAddCheckpoint(from, log.consistency(from, to), log.checkpoint(to));

test('parses the request of the specification', () => {
  const body = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;
  expect(parseAddCheckpoint(body)).toMatchObject({ oldSize: 20_852_014, proof: { length: 4 } });
  expect(parseAddCheckpoint(body.replace('old 2', 'old 02'))).toBeNull();
  expect(parseAddCheckpoint(body.replace('old', 'size'))).toBeNull();
  expect(parseAddCheckpoint(body.replace('0=\n\n', '0=\n'))).toBeNull();
});

test('cosigns a log that grows, and stores each note with both signatures', () => {
  const store = memoryStore();
  const witness = createWitness(store);
  const first = addCheckpoint(requestOf(0, 7), witness, TIME);
  expect(first).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' });
  expect(readCosignatureTime(parseSignatureLine(first.body.trimEnd())!)).toBe(TIME);
  expect(addCheckpoint(requestOf(7, 40), witness, TIME + 1).status).toBe(200);
  const stored = store.notes.get(log.signer.key.name)!;
  expect(openNote(stored, [log.signer.key])).not.toBeNull();
  expect(verifyCosignatures(parseNote(stored)!, [witness.signer.key])).toHaveLength(1);
  expect(parseNote(stored)!.text).toContain('\n40\n');
});

test('responds 409 with its size when the old size differs', () => {
  const witness = createWitness();
  addCheckpoint(requestOf(0, 7), witness, TIME);
  for (const from of [0, 5, 9])
    expect(addCheckpoint(requestOf(from, 20), witness, TIME)).toEqual({
      status: 409,
      type: 'text/x.tlog.size',
      body: '7\n',
    });
});

test('cosigns the same checkpoint again, but no other of its size', () => {
  const witness = createWitness();
  addCheckpoint(requestOf(0, 7), witness, TIME);
  expect(addCheckpoint(requestOf(7, 7), witness, TIME).status).toBe(200);
  const fork = signCheckpoint({ origin: log.signer.key.name, size: 7, root: new Uint8Array(32) }, log.signer);
  expect(addCheckpoint(formatAddCheckpoint(7, [], fork), witness, TIME).status).toBe(422);
});

test.each<[number, string, string]>([
  [400, 'a malformed request', 'old 1\n'],
  [400, 'an old size beyond the checkpoint', formatAddCheckpoint(9, [], log.checkpoint(7))],
  [403, 'a wrong signature', requestOf(0, 7).replace(/.\n$/, 'x\n')],
  [422, 'a proof from size zero', formatAddCheckpoint(0, [toBase64(new Uint8Array(32))], log.checkpoint(7))],
  [
    422,
    'an empty tree with a root',
    formatAddCheckpoint(
      0,
      [],
      signCheckpoint({ origin: log.signer.key.name, size: 0, root: new Uint8Array(32) }, log.signer),
    ),
  ],
])('answers %i to %s', (status, _, body) => {
  expect([status, 400]).toContain(addCheckpoint(body, createWitness(), TIME).status);
});

test('responds 404 to an unknown log and 403 without a signature by a known key', () => {
  const stranger = logSigner('outra.example/log', 5);
  const foreign = signCheckpoint({ origin: 'outra.example/log', size: 0, root: merkleRoot([]) }, stranger);
  expect(addCheckpoint(formatAddCheckpoint(0, [], foreign), createWitness(), TIME).status).toBe(404);
  const impostor = logSigner(log.signer.key.name, 5);
  const unsigned = signCheckpoint({ origin: impostor.key.name, size: 0, root: merkleRoot([]) }, impostor);
  expect(addCheckpoint(formatAddCheckpoint(0, [], unsigned), createWitness(), TIME).status).toBe(403);
});

describe('never signs a fork', () => {
  test('for any order of requests, crashes and rewritten logs', () => {
    const fork = new TestLog();
    for (let entry = 0; entry < 40; entry++)
      fork.add({
        kind: 'receipt',
        commitment: (entry + 7 * Number(entry > 10)).toString(16).padStart(64, '0'),
      });
    const step = fc.record({
      source: fc.constantFrom(log, fork),
      from: fc.integer({ min: 0, max: 40 }),
      to: fc.integer({ min: 0, max: 40 }),
      crashes: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const store = memoryStore();
        const signed = new Set<string>();
        let size = 0;
        for (const { source, from, to, crashes } of steps) {
          if (from > to) continue;
          // A crash right after the note is stored: the response is lost, the state is not.
          const before = fc.stringify([...store.notes]);
          const body = formatAddCheckpoint(
            from === 0 ? size : from,
            source.consistency(from === 0 ? Math.min(size, to) : from, to),
            source.checkpoint(to),
          );
          const response = addCheckpoint(body, createWitness(store), TIME);
          const isSigned = response.status === 200;
          const isUnchanged = fc.stringify([...store.notes]) === before;
          expect(isSigned || isUnchanged).toBe(true);
          if (!isSigned) continue;
          size = to;
          if (!crashes) signed.add(source === log ? 'log' : 'fork');
          if (to > 11) signed.add(source === log ? 'long log' : 'long fork');
        }
        expect(signed.has('long log') && signed.has('long fork')).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('when its stored state is damaged', () => {
    const store = memoryStore();
    store.notes.set(log.signer.key.name, 'lixo');
    expect(() => addCheckpoint(requestOf(0, 7), createWitness(store), TIME)).toThrow('is damaged');
  });
});
