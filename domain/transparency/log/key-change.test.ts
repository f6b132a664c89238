import { expect, test } from 'vitest';
import { logSigner } from '../transparency.testing.ts';
import {
  followNotes,
  isEndorsed,
  keyChangeEntry,
  noteOfEntry,
  openKeyChange,
  signKeyChange,
} from './key-change.ts';

const NAME = 'rifas.example/log';
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((seed) => logSigner(NAME, seed)) as [Signer, Signer, Signer];
type Signer = ReturnType<typeof logSigner>;

function signChange(
  before: Signer,
  after: Signer,
  signers: readonly Signer[],
  lossReason: string | null = null,
) {
  return signKeyChange({ before: before.key, after: after.key, lossReason }, signers);
}

test('opens a change only with the signature of the new key', () => {
  expect(openKeyChange(signChange(FIRST, SECOND, [FIRST]))).toBeNull();
  expect(openKeyChange(signChange(FIRST, SECOND, [SECOND]))).toMatchObject({ isEndorsed: false });
  expect(openKeyChange(signChange(FIRST, SECOND, [FIRST, SECOND]))).toMatchObject({ isEndorsed: true });
});

test('calls a lost key never endorsed', () => {
  const lost = signChange(FIRST, SECOND, [FIRST, SECOND], 'A máquina quebrou.');
  expect(openKeyChange(lost)).toMatchObject({ isEndorsed: false, lossReason: 'A máquina quebrou.' });
});

test('endorses exactly the keys that the note names', () => {
  const notes = [signChange(FIRST, SECOND, [FIRST, SECOND])];
  const endorses = (before: Signer, after: Signer) =>
    isEndorsed(notes, { before: before.key, after: after.key });
  expect(endorses(FIRST, SECOND)).toBe(true);
  expect(endorses(THIRD, SECOND)).toBe(false);
  expect(endorses(FIRST, THIRD)).toBe(false);
  expect(endorses(SECOND, FIRST)).toBe(false);
});

test('follows endorsed changes from known keys, in their order', () => {
  const notes = [signChange(FIRST, SECOND, [FIRST, SECOND]), signChange(SECOND, THIRD, [SECOND, THIRD])];
  expect(followNotes([FIRST.key], notes)).toEqual([FIRST.key, SECOND.key, THIRD.key]);
  expect(followNotes([SECOND.key], notes)).toEqual([SECOND.key, THIRD.key]);
});

test('follows neither unendorsed changes, nor those of unknown keys, nor to a log of another name', () => {
  const ofOtherLog = logSigner('outra.example/log', 2);
  const notes = [
    signChange(FIRST, SECOND, [SECOND]),
    signChange(SECOND, THIRD, [SECOND, THIRD]),
    signChange(FIRST, ofOtherLog, [FIRST, ofOtherLog]),
  ];
  expect(followNotes([FIRST.key], notes)).toEqual([FIRST.key]);
});

test('keeps the note in an entry of the log', () => {
  const note = signChange(FIRST, SECOND, [FIRST, SECOND]);
  const entry = keyChangeEntry(note, '2026-11-29T12:00:00.000Z');
  expect(noteOfEntry(entry!)).toBe(note);
  expect(keyChangeEntry(signChange(FIRST, SECOND, [FIRST]), '2026-11-29T12:00:00.000Z')).toBeNull();
});
