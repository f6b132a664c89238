/** How a form over stored values follows them without losing unsaved input. */

interface Change<Fields> {
  /** Stored values that the form was filled with. */
  filled: Fields;
  /** Stored values now. */
  stored: Fields;
  /** Values of the form. */
  typed: Fields;
  isDirty: boolean;
  /** Values of the last successful save, until its stored values arrive. */
  sent: Fields | null;
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
  sent,
}: Change<Fields>): Fields | null {
  if (sent !== null) return keepTyped(sent, typed, stored);
  if (isDirty && isEqual(filled, stored)) return typed;
  return isDirty ? null : stored;
}

/** The stored values, with what was typed since `sent` was read from the form. */
export function keepTyped<Value>(sent: Value, typed: Value, stored: Value): Value {
  if (isEqual(sent, typed)) return stored;
  if (Array.isArray(sent) && Array.isArray(typed) && Array.isArray(stored)) {
    const isAligned = sent.length === typed.length && sent.length === stored.length;
    if (!isAligned) return typed;
    return typed.map((value, at) => keepTyped<unknown>(sent[at], value, stored[at])) as Value;
  }
  if (isRecord(sent) && isRecord(typed) && isRecord(stored)) {
    const keys = Object.keys({ ...stored, ...typed });
    return Object.fromEntries(
      keys.map((key) => [key, keepTyped(sent[key], typed[key], stored[key])]),
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
