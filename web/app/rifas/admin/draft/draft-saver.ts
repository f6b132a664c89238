/** Saves the forms of one draft in sequence, under one version, and never overwrites changes of others. */

/** Typed value that can be stored, or the reason why it cannot. */
export type TypedPart = { value: object } | { problem: string };

export interface DraftPart {
  /** The value that the form was filled with. */
  stored: object;
  read: () => TypedPart;
  /** @param version that was read. @returns the new version */
  save: (version: number, value: object) => Promise<number>;
}

export type SavingState =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'invalid'; problem: string }
  | { kind: 'failed'; error: unknown }
  | { kind: 'conflict' };

interface DraftSaverOptions {
  version: number;
  /** By name, saved in this order. */
  parts: Record<string, DraftPart>;
  isConflict: (error: unknown) => boolean;
  now: () => Date;
}

/** States with unsaved input, after which another save follows. */
const MAY_SAVE: ReadonlySet<SavingState['kind']> = new Set(['saved', 'unsaved', 'saving']);

export class DraftSaver {
  #version: number;
  readonly #parts: Record<string, DraftPart>;
  /** As JSON, by name. */
  readonly #stored: Record<string, string>;
  readonly #options: Pick<DraftSaverOptions, 'isConflict' | 'now'>;
  readonly #listeners = new Set<() => void>();
  #state: SavingState = { kind: 'saved', at: null };
  #running: Promise<void> | null = null;
  #lastSavedAt: Date | null = null;

  constructor({ version, parts, ...options }: DraftSaverOptions) {
    this.#version = version;
    this.#parts = parts;
    this.#options = options;
    this.#stored = Object.fromEntries(
      Object.entries(parts).map(([name, { stored }]) => [name, JSON.stringify(stored)]),
    );
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): SavingState => this.#state;

  /** Whether a form has input that is not stored. */
  isDirty(): boolean {
    return Object.keys(this.#parts).some((name) => this.#isUnsaved(name));
  }

  /** Call after every input. */
  noticeInput(): void {
    if (this.#state.kind === 'saving' || this.#state.kind === 'conflict') return;
    this.#set(this.isDirty() ? { kind: 'unsaved' } : { kind: 'saved', at: this.#lastSavedAt });
  }

  /** Saves the typed values. Saves nothing after a conflict. @returns whether everything is stored */
  async save(): Promise<boolean> {
    do {
      if (this.#state.kind === 'conflict') break;
      this.#running ??= this.#saveParts().finally(() => {
        this.#running = null;
      });
      // oxlint-disable-next-line no-await-in-loop -- input may have come while the last save ended
      await this.#running;
    } while (this.isDirty() && MAY_SAVE.has(this.#state.kind));
    return !this.isDirty();
  }

  /** Last stored and currently typed values by name of the part. An invalid part keeps its stored value. */
  edits(): Record<string, { stored: object; typed: object }> {
    return Object.fromEntries(
      Object.entries(this.#parts).map(([name, part]) => {
        const stored = JSON.parse(this.#stored[name]!) as object;
        const typed = part.read();
        return [name, { stored, typed: 'value' in typed ? typed.value : stored }];
      }),
    );
  }

  #isUnsaved(name: string): boolean {
    const typed = this.#parts[name]!.read();
    return 'problem' in typed || JSON.stringify(typed.value) !== this.#stored[name];
  }

  async #saveParts(): Promise<void> {
    for (;;) {
      const unsaved = Object.keys(this.#parts).filter((name) => this.#isUnsaved(name));
      const name = unsaved.find((name) => 'value' in this.#parts[name]!.read());
      if (name === undefined) return this.#set(this.#restingState(unsaved[0]));
      if (!(await this.#savePart(name))) return;
    }
  }

  /** @param invalid name of a part that cannot be stored */
  #restingState(invalid: string | undefined): SavingState {
    const typed = invalid === undefined ? null : this.#parts[invalid]!.read();
    if (typed && 'problem' in typed) return { kind: 'invalid', problem: typed.problem };
    return { kind: 'saved', at: this.#lastSavedAt };
  }

  async #savePart(name: string): Promise<boolean> {
    const part = this.#parts[name]!;
    const typed = part.read();
    if ('problem' in typed) return false;
    this.#set({ kind: 'saving' });
    try {
      this.#version = await part.save(this.#version, typed.value);
    } catch (error) {
      this.#set(this.#options.isConflict(error) ? { kind: 'conflict' } : { kind: 'failed', error });
      return false;
    }
    this.#stored[name] = JSON.stringify(typed.value);
    this.#lastSavedAt = this.#options.now();
    return true;
  }

  #set(state: SavingState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Merges own edits into the latest stored version: fields that only others changed keep the stored value. */
export function mergeEdits<Value extends object>(
  { stored, typed }: { stored: object; typed: object },
  theirs: Value,
): Value {
  const [was, mine] = [stored as Record<string, unknown>, typed as Record<string, unknown>];
  const own = Object.keys(mine).filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(was[name]));
  return { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) };
}

/** Fields that both sides changed, to different values. */
export function contestedFields(
  { stored, typed }: { stored: object; typed: object },
  theirs: object,
): string[] {
  const [was, mine, other] = [stored, typed, theirs].map((value) =>
    Object.fromEntries(Object.entries(value).map(([name, field]) => [name, JSON.stringify(field)])),
  ) as [Record<string, string>, Record<string, string>, Record<string, string>];
  return Object.keys(mine).filter(
    (name) => mine[name] !== was[name] && other[name] !== was[name] && mine[name] !== other[name],
  );
}
