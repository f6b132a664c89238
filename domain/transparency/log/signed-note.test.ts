import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBase64 } from '../base64.ts';
import {
  computeKeyId,
  createSigner,
  createVerifierKey,
  ED25519_COSIGNATURE,
  ED25519_NOTE,
  formatNote,
  formatSignerKey,
  formatVerifierKey,
  openNote,
  parseNote,
  parseSignerKey,
  parseVerifierKey,
  signNote,
} from './signed-note.ts';
import { anyBit, flipBit, logSigner } from '../transparency.testing.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('examples of the specification', () => {
  const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
  const note = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
  const noteWithEmptyLine = `Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
`;

  test('verifies the signed note with its key', () => {
    const key = parseVerifierKey(vkey)!;
    expect(formatVerifierKey(key)).toBe(vkey);
    expect(openNote(note, [key])?.note.text).toBe('This is an example message.\n');
  });

  test('separates text and signatures at the last empty line', () => {
    const { text, signatures } = parseNote(noteWithEmptyLine)!;
    expect(text).toMatch(/sole:\n\ned è subito sera\.\n$/);
    expect(signatures).toMatchObject([{ keyName: 'quasimodo.example/salvatore', keyId: '367ba04b' }]);
    expect(formatNote({ text, signatures })).toBe(noteWithEmptyLine);
  });
});

// Published with Go's package golang.org/x/mod/sumdb/note. Ed25519 is deterministic: the signature must be the same.
test('makes the same signature as the Go implementation', () => {
  const signer = parseSignerKey(
    'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  )!;
  expect(formatVerifierKey(signer.key)).toBe(
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  );
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  expect(formatNote({ text, signatures: [signNote(text, signer)] })).toBe(
    `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
  );
});

const signer = logSigner('log.example/um');
const otherSigner = logSigner('log.example/dois', 2);
const text = 'uma nota\n\ncom ção e linha vazia\n';
const signed = formatNote({ text, signatures: [signNote(text, signer)] });

test('parses the signer key that it serializes', () => {
  const skey = formatSignerKey('log.example/um', ED25519_NOTE, new Uint8Array(32).fill(1));
  expect(parseSignerKey(skey)?.key).toEqual(signer.key);
  expect(parseSignerKey(skey.replace('/um', '/ um'))).toBeNull();
  expect(parseSignerKey(`${skey}A`)).toBeNull();
});

test('rejects a note with any bit flipped', () => {
  const bytes = bytesOf(signed);
  fc.assert(
    fc.property(anyBit, (bit) => {
      expect(openNote(flipBit(bytes, bit), [signer.key])).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test('rejects a truncated note', () => {
  const bytes = bytesOf(signed);
  for (let length = 0; length < bytes.length; length++)
    expect(openNote(bytes.subarray(0, length), [signer.key])).toBeNull();
});

test('rejects a verifier key with any bit flipped', () => {
  const vkey = bytesOf(formatVerifierKey(signer.key));
  for (let bit = 0; bit < vkey.length * 8; bit++)
    expect(parseVerifierKey(new TextDecoder().decode(flipBit(vkey, bit)))).toBeNull();
});

test('ignores signatures by unknown keys, even with a known name or id', () => {
  const impostor = createVerifierKey('log.example/um', ED25519_NOTE, otherSigner.key.publicKey);
  const foreign = [
    signNote(text, otherSigner),
    { ...signNote(text, otherSigner), keyName: impostor.name, keyId: impostor.id },
    { ...signNote(text, otherSigner), keyId: signer.key.id },
  ];
  const note = formatNote({ text, signatures: [...foreign, signNote(text, signer)] });
  expect(openNote(note, [signer.key])?.signedBy).toEqual([signer.key]);
  expect(openNote(formatNote({ text, signatures: foreign }), [signer.key])).toBeNull();
});

test('rejects the whole note for one wrong signature by a known key', () => {
  const wrong = { ...signNote('outra\n', otherSigner) };
  const note = formatNote({ text, signatures: [signNote(text, signer), wrong] });
  expect(openNote(note, [signer.key])).not.toBeNull();
  expect(openNote(note, [signer.key, otherSigner.key])).toBeNull();
  const short = {
    ...signNote(text, otherSigner),
    signature: signNote(text, otherSigner).signature.subarray(1),
  };
  expect(openNote(formatNote({ text, signatures: [short] }), [otherSigner.key])).toBeNull();
});

test('counts a repeated signature once', () => {
  const line = signNote(text, signer);
  const note = formatNote({ text, signatures: [line, line] });
  expect(openNote(note, [signer.key, otherSigner.key])?.signedBy).toEqual([signer.key]);
});

test('accepts sixteen signatures', () => {
  const signers = Array.from({ length: 16 }, (_, index) => logSigner(`log.example/${index}`, index + 1));
  const note = formatNote({ text, signatures: signers.map((each) => signNote(text, each)) });
  const keys = signers.map(({ key }) => key);
  expect(openNote(note, keys)?.signedBy).toEqual(keys);
});

test.each([
  ['no signature', 'texto\n'],
  ['no final line feed', signed.slice(0, -1)],
  ['an empty signature section', 'texto\n\n'],
  ['a hyphen instead of the dash', signed.replace('— ', '- ')],
  ['two spaces', signed.replace('— ', '—  ')],
  ['a tab in the text', signed.replace('uma nota', 'uma\tnota')],
  ['a carriage return', signed.replaceAll('\n', '\r\n')],
  ['an empty signature', `texto\n\n— log.example/um ${toBase64(new Uint8Array(4))}\n`],
  ['base64 without padding', signed.replace(/=\n$/, '\n')],
  ['more signatures than allowed', `${signed}${signed.slice(signed.indexOf('—')).repeat(100)}`],
  ['half of a surrogate pair', signed.replace('uma', '\ud800')],
])('rejects a note with %s', (_, note) => {
  expect(parseNote(note)).toBeNull();
});

test('rejects bytes that are not UTF-8', () => {
  expect(parseNote(Uint8Array.of(...bytesOf(signed).slice(0, 2), 0xff, ...bytesOf(signed)))).toBeNull();
});

test.each(['', 'a b', 'a+b', 'a\u00a0b', 'a\u3000', 'a\u0085'])('rejects the key name %j', (name) => {
  expect(() => createSigner(name, ED25519_NOTE, new Uint8Array(32))).toThrow('not a key name');
});

test('derives a different id for each key type and name', () => {
  const { publicKey } = signer.key;
  const ids = [
    computeKeyId('a', ED25519_NOTE, publicKey),
    computeKeyId('a', ED25519_COSIGNATURE, publicKey),
    computeKeyId('b', ED25519_NOTE, publicKey),
  ];
  expect(new Set(ids).size).toBe(3);
});
