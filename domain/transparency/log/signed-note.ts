/**
 * Signed notes (c2sp.org/signed-note): a text followed by signature lines. Ed25519 only, as plain signature (0x01) and,
 * in cosignature.ts, as timestamped cosignature (0x04).
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { joinBytes } from '../../draws/sealing/join-bytes.ts';
import { fromHex, toHex } from '../../hex.ts';
import { sha256 } from '../../draws/sealing/sha256.ts';
import { fromBase64, toBase64 } from '../base64.ts';

export const ED25519_NOTE = 0x01;
export const ED25519_COSIGNATURE = 0x04;
type SignatureType = typeof ED25519_NOTE | typeof ED25519_COSIGNATURE;

/** Limits against hostile input; the format requires support of at least 16 signatures. */
const MAX_SIGNATURES = 100;
const MAX_NOTE_LENGTH = 1_000_000;
const KEY_BYTES = 32;
const ID_BYTES = 4;

export interface NoteSignature {
  keyName: string;
  /** 8 hexadecimal digits. */
  keyId: string;
  signature: Uint8Array;
}

export interface SignedNote {
  /** Signed text; ends in a line feed. */
  text: string;
  signatures: NoteSignature[];
}

/** Public key with its name ("vkey"). */
export interface VerifierKey {
  name: string;
  /** 8 hexadecimal digits. */
  id: string;
  type: SignatureType;
  /** 32 bytes, Ed25519. */
  publicKey: Uint8Array;
}

export interface NoteSigner {
  key: VerifierKey;
  sign: (message: Uint8Array) => Uint8Array;
}

/** First four bytes of SHA-256(name ‖ line feed ‖ type ‖ public key), as 8 hexadecimal digits. */
export function computeKeyId(name: string, type: SignatureType, publicKey: Uint8Array): string {
  const named = joinBytes(encode(`${name}\n`), Uint8Array.of(type));
  return toHex(sha256(joinBytes(named, publicKey)).subarray(0, ID_BYTES));
}

/** @throws when the name cannot be that of a key */
export function createVerifierKey(name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new Error(`not a key name: '${name}'`);
  return { name, type, publicKey, id: computeKeyId(name, type, publicKey) };
}

export function formatVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(joinBytes(Uint8Array.of(type), publicKey))}`;
}

/** @returns null for a malformed key, an unsupported signature type or an id that is not that of the key */
export function parseVerifierKey(text: string): VerifierKey | null {
  const parts = parseKeyParts(text);
  if (!parts) return null;
  const key = createVerifierKey(parts.name, parts.type, parts.key);
  return key.id === parts.id ? key : null;
}

interface KeyParts {
  name: string;
  id: string;
  type: SignatureType;
  /** 32 bytes. */
  key: Uint8Array;
}

/**
 * @param text `<name>+<id>+<base64(type ‖ key)>`.
 * @returns null for a malformed text or an unsupported signature type
 */
function parseKeyParts(text: string): KeyParts | null {
  const [name = '', id = '', ...rest] = text.split('+');
  const material = fromBase64(rest.join('+'));
  if (!isKeyName(name) || material?.length !== 1 + KEY_BYTES) return null;
  const type = material[0]!;
  if (type !== ED25519_NOTE && type !== ED25519_COSIGNATURE) return null;
  return { name, id, type, key: material.slice(1) };
}

const PRIVATE_KEY = 'PRIVATE+KEY+';

/** @param seed 32 random bytes, the private key of RFC 8032 */
export function createSigner(name: string, type: SignatureType, seed: Uint8Array): NoteSigner {
  return {
    key: createVerifierKey(name, type, ed25519.getPublicKey(seed)),
    sign: (message) => ed25519.sign(message, seed),
  };
}

/** Private key as text, in the form of Go's `note` package: `PRIVATE+KEY+<name>+<id>+<base64(type ‖ seed)>`. */
export function formatSignerKey(name: string, type: SignatureType, seed: Uint8Array): string {
  const { id } = createSigner(name, type, seed).key;
  return `${PRIVATE_KEY}${name}+${id}+${toBase64(joinBytes(Uint8Array.of(type), seed))}`;
}

/** @returns null for a malformed key, an unsupported signature type or an id that is not that of the key */
export function parseSignerKey(text: string): NoteSigner | null {
  if (!text.startsWith(PRIVATE_KEY)) return null;
  const parts = parseKeyParts(text.slice(PRIVATE_KEY.length));
  if (!parts) return null;
  const signer = createSigner(parts.name, parts.type, parts.key);
  return signer.key.id === parts.id ? signer : null;
}

/** @returns null unless the note is well-formed. Proves nothing about its signatures */
export function parseNote(note: string | Uint8Array): SignedNote | null {
  const text = typeof note === 'string' ? note : decode(note);
  if (text === null || text.length > MAX_NOTE_LENGTH || !isNoteText(text)) return null;
  const split = text.lastIndexOf('\n\n');
  if (split < 0 || !text.endsWith('\n')) return null;
  const lines = text.slice(split + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) return null;
  const signatures = lines.map(parseSignatureLine);
  if (!signatures.every((each) => each !== null)) return null;
  return { text: text.slice(0, split + 1), signatures };
}

/** @throws when the text cannot be that of a note */
export function formatNote({ text, signatures }: SignedNote): string {
  if (!text.endsWith('\n') || !isNoteText(text)) throw new Error('not the text of a note');
  return `${text}\n${signatures.map(formatSignatureLine).join('')}`;
}

/** Includes the trailing line feed. */
export function formatSignatureLine({ keyName, keyId, signature }: NoteSignature): string {
  return `— ${keyName} ${toBase64(joinBytes(fromHex(keyId), signature))}\n`;
}

/** @param line without its line feed. @returns null for a malformed line */
export function parseSignatureLine(line: string): NoteSignature | null {
  const [, keyName = '', encoded = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(keyName) || !bytes || bytes.length <= ID_BYTES) return null;
  return { keyName, keyId: toHex(bytes.subarray(0, ID_BYTES)), signature: bytes.slice(ID_BYTES) };
}

/** Signs the text of a note with an Ed25519 key of type 0x01. */
export function signNote(text: string, { key, sign }: NoteSigner): NoteSignature {
  return { keyName: key.name, keyId: key.id, signature: sign(encode(text)) };
}

/** @returns whether the signature is by this key: name and id decide, not its validity */
export function isBy(key: VerifierKey, { keyName, keyId }: NoteSignature): boolean {
  return keyName === key.name && keyId === key.id;
}

/** @param signature 64 bytes; any other length is rejected */
export function verifyEd25519(key: VerifierKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  try {
    return ed25519.verify(signature, message, key.publicKey, { zip215: false });
  } catch {
    return false;
  }
}

/**
 * Checks the plain Ed25519 signatures (0x01) of a note. Signatures by unknown keys are ignored.
 * @returns the keys that signed, each once however often its line occurs; null when the note is malformed, no known
 *   key signed it, or a signature by a known key is wrong
 */
export function openNote(
  note: string | Uint8Array,
  keys: readonly VerifierKey[],
): { note: SignedNote; signedBy: VerifierKey[] } | null {
  const parsed = parseNote(note);
  if (!parsed) return null;
  const message = encode(parsed.text);
  const signedBy = new Set<VerifierKey>();
  for (const signature of parsed.signatures) {
    const key = keys.find((each) => each.type === ED25519_NOTE && isBy(each, signature));
    if (!key) continue;
    if (!verifyEd25519(key, message, signature.signature)) return null;
    signedBy.add(key);
  }
  return signedBy.size > 0 ? { note: parsed, signedBy: [...signedBy] } : null;
}

/** Non-empty, no Unicode space, no plus, no control character. */
export function isKeyName(name: string): boolean {
  return name !== '' && !/[\s\u0085+]/u.test(name) && isNoteText(name);
}

/** Whether a text has no ASCII control character but the line feed, and no half of a surrogate pair. */
function isNoteText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the format forbids exactly these
  return !/[\u0000-\u0009\u000b-\u001f]|\p{Surrogate}/u.test(text);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
