/**
 * The decision of a witness about a submitted checkpoint (c2sp.org/tlog-witness, add-checkpoint). Pure: the witness
 * stores the new checkpoint, durably and only if its last one is still `latest`, before it sends the cosignature.
 */
import { fromBase64 } from '../base64.ts';
import {
  type Checkpoint,
  openCheckpoint,
  type OpenedCheckpoint,
  parseCheckpoint,
  parseDecimal,
} from '../log/checkpoint.ts';
import { cosign } from './cosignature.ts';
import { equalBytes, emptyRoot, isConsistent } from '../log/merkle-tree.ts';
import {
  formatNote,
  formatSignatureLine,
  type NoteSigner,
  parseNote,
  type VerifierKey,
} from '../log/signed-note.ts';

const MAX_PROOF_LINES = 63;
export const SIZE_TYPE = 'text/x.tlog.size';
/** Larger requests are rejected. */
export const MAX_REQUEST_BYTES = 100_000;

export interface AddCheckpointRequest {
  oldSize: number;
  proof: Uint8Array[];
  /** The signed note. */
  checkpoint: string;
}

export function formatAddCheckpoint(oldSize: number, proof: readonly string[], checkpoint: string): string {
  return `${[`old ${oldSize}`, ...proof].join('\n')}\n\n${checkpoint}`;
}

/** @returns null for a malformed request */
export function parseAddCheckpoint(body: string): AddCheckpointRequest | null {
  const end = body.indexOf('\n\n');
  if (end < 0 || body.length > MAX_REQUEST_BYTES) return null;
  const [first = '', ...lines] = body.slice(0, end).split('\n');
  const oldSize = first.startsWith('old ') ? parseDecimal(first.slice('old '.length)) : null;
  const proof = lines.map(fromBase64);
  const checkpoint = body.slice(end + 2);
  if (oldSize === null || lines.length > MAX_PROOF_LINES || !parseNote(checkpoint)) return null;
  if (!proof.every((hash) => hash?.length === 32)) return null;
  return { oldSize, proof: proof as Uint8Array[], checkpoint };
}

export type WitnessDecision =
  | { status: 200; opened: OpenedCheckpoint }
  /** The response's body is the size of the latest cosigned checkpoint. */
  | { status: 409; size: number }
  | { status: 400 | 403 | 404 | 422 };

/**
 * @param logs keys of the logs that this witness follows
 * @param latestOf the latest checkpoint that it cosigned for an origin; null before the first
 */
export function decideCheckpoint(
  body: string,
  logs: readonly VerifierKey[],
  latestOf: (origin: string) => Checkpoint | null,
): WitnessDecision {
  const request = parseAddCheckpoint(body);
  const claimed = request && parseCheckpoint(parseNote(request.checkpoint)!.text);
  if (!request || !claimed) return { status: 400 };
  if (!logs.some(({ name }) => name === claimed.origin)) return { status: 404 };
  const opened = openCheckpoint(request.checkpoint, logs);
  if (!opened) return { status: 403 };
  const { checkpoint } = opened;
  if (request.oldSize > checkpoint.size) return { status: 400 };
  const latest = latestOf(checkpoint.origin) ?? { size: 0, root: emptyRoot() };
  if (request.oldSize !== latest.size) return { status: 409, size: latest.size };
  if (checkpoint.size === 0 && !equalBytes(checkpoint.root, emptyRoot())) return { status: 422 };
  if (!isConsistent(latest, checkpoint, request.proof)) return { status: 422 };
  return { status: 200, opened };
}

/**
 * The response to an accepted checkpoint.
 * @param time in seconds since the epoch
 */
export function cosignCheckpoint({ note }: OpenedCheckpoint, signer: NoteSigner, time: number): string {
  return formatSignatureLine(cosign(note.text, signer, time));
}

/** The note that the witness stores and serves: signed by the log and the witness. @param line signature of the witness */
export function witnessedNote({ note, signedBy }: OpenedCheckpoint, line: string): string {
  const signatures = note.signatures.filter(
    ({ keyName, keyId }) => keyName === signedBy.name && keyId === signedBy.id,
  );
  return formatNote({ text: note.text, signatures }) + line;
}

/** Storage for the latest note that a witness cosigned for each log. */
export interface WitnessStore {
  read: (origin: string) => string | null;
  /** Durable when it returns. */
  write: (origin: string, note: string) => void;
}

export interface Witness {
  signer: NoteSigner;
  logs: readonly VerifierKey[];
  store: WitnessStore;
}

export interface WitnessResponse {
  status: number;
  type: string;
  body: string;
}

const TEXT = 'text/plain; charset=utf-8';

/**
 * Handles add-checkpoint. Synchronous, so that no other request runs between reading the latest checkpoint and storing the
 * new one. Stores the note before it returns the signature, so that a crash cannot lose a cosigned checkpoint.
 * @param time in seconds since the epoch
 */
export function addCheckpoint(body: string, { signer, logs, store }: Witness, time: number): WitnessResponse {
  const decision = decideCheckpoint(body, logs, (origin) => readStored(store, origin));
  if (decision.status === 409) return { status: 409, type: SIZE_TYPE, body: `${decision.size}\n` };
  if (decision.status !== 200) return { status: decision.status, type: TEXT, body: '' };
  const { opened } = decision;
  const line = cosignCheckpoint(opened, signer, time);
  store.write(opened.checkpoint.origin, witnessedNote(opened, line));
  return { status: 200, type: TEXT, body: line };
}

/** @throws when the stored note is damaged: without its latest checkpoint a witness could sign a fork */
function readStored(store: WitnessStore, origin: string): Checkpoint | null {
  const stored = store.read(origin);
  if (stored === null) return null;
  const checkpoint = parseCheckpoint(parseNote(stored)?.text ?? '');
  if (checkpoint?.origin !== origin) throw new Error(`stored checkpoint of ${origin} is damaged`);
  return checkpoint;
}
