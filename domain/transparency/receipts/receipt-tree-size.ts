import { parseCheckpoint } from '../log/checkpoint.ts';
import { parseNote } from '../log/signed-note.ts';
import { parseProofFile } from './proof-file.ts';

/** Size of the log that a receipt names, from which a proof has to continue; null unless the file is a receipt. */
export function receiptTreeSize(file: string): number | null {
  const proof = parseProofFile(file);
  const note = proof?.extra && parseNote(proof.checkpoint);
  return note ? (parseCheckpoint(note.text)?.size ?? null) : null;
}
