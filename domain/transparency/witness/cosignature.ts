/**
 * Timestamped Ed25519 cosignatures of witnesses (c2sp.org/tlog-cosignature): at that time this was the largest
 * consistent tree of the log that the witness had seen.
 */
import { joinBytes } from '../../draws/sealing/join-bytes.ts';
import {
  ED25519_COSIGNATURE,
  isBy,
  type NoteSignature,
  type NoteSigner,
  type SignedNote,
  type VerifierKey,
  verifyEd25519,
} from '../log/signed-note.ts';

const TIMESTAMP_BYTES = 8;

/** Text that a witness signs. @param time in seconds since the epoch */
function messageOf(text: string, time: number): Uint8Array {
  return new TextEncoder().encode(`cosignature/v1\ntime ${time}\n${text}`);
}

/**
 * @param text of the checkpoint's note
 * @param time in seconds since the epoch
 */
export function cosign(text: string, { key, sign }: NoteSigner, time: number): NoteSignature {
  if (key.type !== ED25519_COSIGNATURE) throw new Error(`${key.name} is no key of a witness`);
  if (!Number.isSafeInteger(time) || time <= 0) throw new Error(`not a time of signing: ${time}`);
  const stamp = new Uint8Array(TIMESTAMP_BYTES);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time));
  return { keyName: key.name, keyId: key.id, signature: joinBytes(stamp, sign(messageOf(text, time))) };
}

/** @returns seconds since the epoch; null for a signature that is no timestamped one. Proves nothing */
export function readCosignatureTime({ signature }: NoteSignature): number | null {
  if (signature.length !== TIMESTAMP_BYTES + 64) return null;
  const time = Number(new DataView(signature.buffer, signature.byteOffset, TIMESTAMP_BYTES).getBigUint64(0));
  return Number.isSafeInteger(time) && time > 0 ? time : null;
}

export interface Cosignature {
  witness: VerifierKey;
  /** In seconds since the epoch, by the witness's clock. */
  time: number;
}

/**
 * Verifies the cosignatures of known witnesses. Lines by unknown keys are ignored; a witness that signed more than
 * once counts once, by its earliest time.
 * @returns null when a signature by a known witness is wrong: the note is then not to be trusted
 */
export function verifyCosignatures(
  { text, signatures }: SignedNote,
  witnesses: readonly VerifierKey[],
): Cosignature[] | null {
  const found = new Map<VerifierKey, number>();
  for (const signature of signatures) {
    const witness = witnesses.find((each) => each.type === ED25519_COSIGNATURE && isBy(each, signature));
    if (!witness) continue;
    const time = readCosignatureTime(signature);
    if (time === null) return null;
    if (!verifyEd25519(witness, messageOf(text, time), signature.signature.subarray(TIMESTAMP_BYTES)))
      return null;
    found.set(witness, Math.min(time, found.get(witness) ?? time));
  }
  return [...found].map(([witness, time]) => ({ witness, time }));
}
