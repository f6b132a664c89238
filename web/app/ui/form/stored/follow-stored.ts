/** How a form over stored values follows them without losing unsaved input. */

interface Change<Fields> {
  /** Stored values that the form was filled with. */
  filled: Fields;
  /** Stored values now. */
  stored: Fields;
  /** Values of the form. */
  typed: Fields;
  isDirty: boolean;
  /**
   * Values from which the unsaved input differs, while other stored ones are expected: those of the last save, or those
   * that the form was filled with before a conflict.
   */
  base: Fields | null;
}

/**
 * Values that the form shows after the stored ones changed. Null: it has unsaved input over the former values, which it
 * keeps together with their version.
 */
export function followStored<Fields>({
  filled,
  stored,
  typed,
  isDirty,
  base,
}: Change<Fields>): Fields | null {
  if (base !== null) return keepTyped(base, typed, stored);
  if (isDirty && isEqual(filled, stored)) return typed;
  return isDirty ? null : stored;
}

/** The stored values, with what was typed over `base`. */
export function keepTyped<Value>(base: Value, typed: Value, stored: Value): Value {
  if (isEqual(base, typed)) return stored;
  if (Array.isArray(base) && Array.isArray(typed) && Array.isArray(stored)) {
    const isAligned = base.length === typed.length && base.length === stored.length;
    if (!isAligned) return typed;
    return typed.map((value, at) => keepTyped<unknown>(base[at], value, stored[at])) as Value;
  }
  if (isRecord(base) && isRecord(typed) && isRecord(stored)) {
    const keys = Object.keys({ ...stored, ...typed });
    return Object.fromEntries(
      keys.map((key) => [key, keepTyped(base[key], typed[key], stored[key])]),
    ) as Value;
  }
  return typed;
}

/** For the values of forms: texts, numbers, lists and records of them. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
