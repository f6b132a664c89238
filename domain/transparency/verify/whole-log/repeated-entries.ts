/**
 * Finds what an honest shop never logs twice about a rifa. A proof holds only the entries that the shop selects; a
 * reader of the whole log sees the others.
 */
import type { EntryKind, EntryOf, LogEntry } from '../../log/log-entry.ts';

/** Logged at most once for each rifa. */
const ONCE = ['published', 'hidden', 'placed', 'frozen', 'orderOpened', 'cancelled'] as const;
/** Logged once for each version, from 1 on without gaps. */
const NUMBERED = ['sealed', 'clause', 'winners'] as const;

type OnceKind = (typeof ONCE)[number];
type NumberedKind = (typeof NUMBERED)[number];

/** Kinds that `addEntry` compares; it ignores all others. */
export const COMPARED_KINDS: ReadonlySet<EntryKind> = new Set([...ONCE, ...NUMBERED, 'revealed']);

/** Positions of the entries of one rifa. JSON can hold it. */
export interface SeenRifa {
  once: Partial<Record<OnceKind, number>>;
  /** Version and position, in the order of the log. */
  versions: Partial<Record<NumberedKind, [version: number, index: number][]>>;
  /** Logged again by a cancelling after the freeze, with the same seed. */
  revealed?: { seed: string; index: number };
}

/** By rifa. */
export type SeenEntries = Map<string, SeenRifa>;

export interface Repetition {
  rifaId: string;
  /** 0-based positions in the log of the two entries that exclude each other. */
  indexes: readonly [number, number];
  /** Portuguese sentence. */
  sentence: string;
}

/** @param entries in the order of the log */
export function findRepetitions(entries: Iterable<{ index: number; entry: LogEntry }>): Repetition[] {
  const seen: SeenEntries = new Map();
  return Array.from(entries, (each) => addEntry(seen, each)).filter((found) => found !== null);
}

/**
 * Adds the next entry of the log to those seen.
 * @returns null unless it excludes an earlier one
 */
export function addEntry(
  seen: SeenEntries,
  { index, entry }: { index: number; entry: LogEntry },
): Repetition | null {
  if (isOneOf(ONCE, entry)) return addOnce(rifaOf(seen, entry), index, entry);
  if (isOneOf(NUMBERED, entry)) return addVersion(rifaOf(seen, entry), index, entry);
  return entry.kind === 'revealed' ? addSeed(rifaOf(seen, entry), index, entry) : null;
}

function rifaOf(seen: SeenEntries, { rifaId }: { rifaId: string }): SeenRifa {
  const rifa = seen.get(rifaId) ?? { once: {}, versions: {} };
  seen.set(rifaId, rifa);
  return rifa;
}

function addOnce(rifa: SeenRifa, index: number, { kind, rifaId }: EntryOf<OnceKind>): Repetition | null {
  const first = rifa.once[kind];
  if (first === undefined) {
    rifa.once[kind] = index;
    return null;
  }
  return {
    rifaId,
    indexes: [first, index],
    sentence: `${ONCE_SENTENCES[kind](rifaId)} duas vezes, nas posições ${first} e ${index} do registro.`,
  };
}

function addSeed(rifa: SeenRifa, index: number, { rifaId, seed }: EntryOf<'revealed'>): Repetition | null {
  rifa.revealed ??= { seed, index };
  const first = rifa.revealed;
  if (first.seed === seed) return null;
  return {
    rifaId,
    indexes: [first.index, index],
    sentence: `As cotas premiadas da rifa ${rifaId} têm duas sementes abertas, nas posições ${first.index} e ${index} do registro.`,
  };
}

function addVersion(rifa: SeenRifa, index: number, entry: EntryOf<NumberedKind>): Repetition | null {
  const { kind, rifaId } = entry;
  const version = entry.kind === 'clause' ? entry.step : entry.version;
  const versions = (rifa.versions[kind] ??= []);
  const [, same] = versions.find(([each]) => each === version) ?? [];
  if (same !== undefined)
    return {
      rifaId,
      indexes: [same, index],
      sentence: `${VERSION_NOUNS[kind](version)} da rifa ${rifaId} está duas vezes no registro, nas posições ${same} e ${index}.`,
    };
  const [last, lastIndex] = versions.at(-1) ?? [0, rifa.once.published ?? rifa.once.frozen];
  versions.push([version, index]);
  // Of a rifa from before the log, the first entry may have any version.
  if (lastIndex === undefined || version === last + 1) return null;
  return {
    rifaId,
    indexes: [lastIndex, index],
    sentence: `${VERSION_NOUNS[kind](version)} da rifa ${rifaId}, na posição ${index} do registro, não é o que segue ao que está na posição ${lastIndex}: uma versão falta ou está fora de ordem.`,
  };
}

const ONCE_SENTENCES: Record<OnceKind, (rifaId: string) => string> = {
  published: (rifaId) => `A rifa ${rifaId} foi publicada`,
  hidden: (rifaId) => `A semente das cotas premiadas da rifa ${rifaId} foi comprometida`,
  placed: (rifaId) => `Os números das cotas premiadas da rifa ${rifaId} foram escolhidos`,
  frozen: (rifaId) => `A lista da rifa ${rifaId} foi congelada`,
  orderOpened: (rifaId) => `A ordem dos números da rifa ${rifaId} foi aberta`,
  cancelled: (rifaId) => `A rifa ${rifaId} foi cancelada`,
};

const VERSION_NOUNS: Record<NumberedKind, (version: number) => string> = {
  sealed: (version) => `O lacre de versão ${version}`,
  clause: (version) => `O passo ${version} da cláusula`,
  winners: (version) => `O sorteio de versão ${version}`,
};

function isOneOf<Kind extends EntryKind>(
  kinds: readonly Kind[],
  entry: LogEntry,
): entry is LogEntry & EntryOf<Kind> {
  return (kinds as readonly EntryKind[]).includes(entry.kind);
}
