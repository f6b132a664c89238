import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Checkpoint,
  formatCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
} from './checkpoint.ts';
import { formatNote, parseNote, signNote } from './signed-note.ts';
import { anyBit, flipBit, logSigner } from '../transparency.testing.ts';

const ROOT = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
const signer = logSigner('rifas.example/log');
const checkpoint: Checkpoint = {
  origin: 'rifas.example/log',
  size: 70_000,
  root: new Uint8Array(32).fill(7),
};
const signed = signCheckpoint(checkpoint, signer);

test('parses the example of the specification', () => {
  const note = `example.com/behind-the-sofa
20852163
${ROOT}

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;
  const { text } = parseNote(note)!;
  const read = parseCheckpoint(text)!;
  expect(read).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  expect(formatCheckpoint(read)).toBe(text);
});

test('parses what it serializes', () => {
  const root = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(fc.maxSafeNat(), root, (size, hash) => {
      const written = { origin: 'rifas.example/log', size, root: hash };
      expect(parseCheckpoint(formatCheckpoint(written))).toEqual(written);
    }),
  );
});

test('opens a checkpoint with the key of its log', () => {
  expect(openCheckpoint(signed, [signer.key])).toMatchObject({ checkpoint, signedBy: signer.key });
});

test('rejects a checkpoint with any bit flipped', () => {
  const bytes = new TextEncoder().encode(signed);
  fc.assert(
    fc.property(anyBit, (bit) => {
      expect(openCheckpoint(flipBit(bytes, bit), [signer.key])).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test('rejects a checkpoint of another origin, even if a known log signed it', () => {
  const otherLog = logSigner('outra.example/log', 2);
  const text = formatCheckpoint({ ...checkpoint, origin: 'outra.example/log' });
  const swapped = formatNote({ text, signatures: [signNote(text, signer)] });
  expect(openCheckpoint(swapped, [signer.key, otherLog.key])).toBeNull();
  expect(
    openCheckpoint(signCheckpoint({ ...checkpoint, origin: otherLog.key.name }, otherLog), [signer.key]),
  ).toBeNull();
  expect(() => signCheckpoint(checkpoint, otherLog)).toThrow(
    'does not sign checkpoints of rifas.example/log',
  );
});

test.each([
  ['an empty origin', `\n5\n${ROOT}\n`],
  ['a leading zero', `log\n05\n${ROOT}\n`],
  ['a sign', `log\n+5\n${ROOT}\n`],
  ['a size beyond 2^53', `log\n9007199254740992\n${ROOT}\n`],
  ['a short root', 'log\n5\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jx\n'],
  ['a root that is not canonical base64', `log\n5\n${ROOT.replace('I=', 'J=')}\n`],
  ['no root', 'log\n5\n'],
  ['an empty extension', `log\n5\n${ROOT}\n\n`],
  ['no final line feed', `log\n5\n${ROOT}`],
])('rejects %s', (_, text) => {
  expect(parseCheckpoint(text)).toBeNull();
});
