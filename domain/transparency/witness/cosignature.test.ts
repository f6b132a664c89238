import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCheckpoint, signCheckpoint } from '../log/checkpoint.ts';
import { cosign, readCosignatureTime, verifyCosignatures } from './cosignature.ts';
import {
  formatNote,
  parseNote,
  parseSignatureLine,
  parseVerifierKey,
  type SignedNote,
} from '../log/signed-note.ts';
import { anyBit, flipBit, logSigner, witnessSigner } from '../transparency.testing.ts';

const TIME = 1_679_315_147;
const log = logSigner('rifas.example/log');
const [firstWitness, secondWitness] = [
  witnessSigner('testemunha.example/um', 50),
  witnessSigner('testemunha.example/dois', 51),
];
const checkpoint = signCheckpoint({ origin: log.key.name, size: 42, root: new Uint8Array(32).fill(9) }, log);
const uncosigned = parseNote(checkpoint)!;

function cosigned(...more: SignedNote['signatures']): SignedNote {
  return parseNote(formatNote({ ...uncosigned, signatures: [...uncosigned.signatures, ...more] }))!;
}

test('parses the time of the specification’s example', () => {
  const line =
    '— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==';
  const signature = parseSignatureLine(line)!;
  expect(signature.keyId).toBe('8d66cf3f');
  expect(readCosignatureTime(signature)).toBe(TIME);
});

test('verifies a public checkpoint with the signatures of its log and of an independent witness', () => {
  const note = parseNote(`arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
`)!;
  const publicLog = parseVerifierKey(
    'arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f',
  )!;
  const witness = parseVerifierKey('remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2')!;
  expect(openCheckpoint(formatNote(note), [publicLog])?.checkpoint.size).toBe(1_432_088_532);
  expect(verifyCosignatures(note, [witness])).toEqual([{ witness, time: 0x6a122120 }]);
  const otherSize = { ...note, text: note.text.replace('1432088532', '42') };
  expect(verifyCosignatures(otherSize, [witness])).toBeNull();
});

test('signs the message of the specification', () => {
  const messages: string[] = [];
  const recording = {
    ...firstWitness,
    sign: (message: Uint8Array) => {
      messages.push(new TextDecoder().decode(message));
      return firstWitness.sign(message);
    },
  };
  cosign(uncosigned.text, recording, TIME);
  expect(messages).toEqual([`cosignature/v1\ntime 1679315147\n${uncosigned.text}`]);
});

test('verifies the cosignatures of known witnesses and ignores the others', () => {
  const note = cosigned(
    cosign(uncosigned.text, firstWitness, TIME),
    cosign(uncosigned.text, secondWitness, TIME + 5),
  );
  expect(verifyCosignatures(note, [secondWitness.key])).toEqual([
    { witness: secondWitness.key, time: TIME + 5 },
  ]);
  expect(verifyCosignatures(note, [firstWitness.key, secondWitness.key])).toHaveLength(2);
  expect(verifyCosignatures(note, [])).toEqual([]);
});

test('counts a witness once, by its earliest time', () => {
  const note = cosigned(
    cosign(uncosigned.text, firstWitness, TIME + 9),
    cosign(uncosigned.text, firstWitness, TIME),
  );
  expect(verifyCosignatures(note, [firstWitness.key, secondWitness.key])).toEqual([
    { witness: firstWitness.key, time: TIME },
  ]);
});

test('rejects a cosignature with any bit of its time or signature flipped', () => {
  const line = cosign(uncosigned.text, firstWitness, TIME);
  fc.assert(
    fc.property(anyBit, (bit) => {
      const signature = flipBit(line.signature, bit);
      expect(verifyCosignatures(cosigned({ ...line, signature }), [firstWitness.key])).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test('rejects a truncated cosignature and one of another checkpoint', () => {
  const line = cosign(uncosigned.text, firstWitness, TIME);
  for (const length of [1, 8, 64, 71])
    expect(
      verifyCosignatures(cosigned({ ...line, signature: line.signature.subarray(0, length) }), [
        firstWitness.key,
      ]),
    ).toBeNull();
  const ofOtherCheckpoint = cosign(uncosigned.text.replace('42', '43'), firstWitness, TIME);
  expect(verifyCosignatures(cosigned(ofOtherCheckpoint), [firstWitness.key])).toBeNull();
});

test('rejects cosigning with the key of a log, or without a time', () => {
  expect(() => cosign(uncosigned.text, log, TIME)).toThrow('no key of a witness');
  expect(() => cosign(uncosigned.text, firstWitness, 0)).toThrow('not a time of signing');
});
