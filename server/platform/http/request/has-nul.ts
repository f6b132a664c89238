/** Whether any string in the input contains NUL, which PostgreSQL text cannot store. */
export function hasNul(sent: unknown): boolean {
  const waiting = [sent];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (Array.isArray(value)) for (const part of value as unknown[]) waiting.push(part);
    // Other values, such as files, contain no strings.
    if (isPlainObject(value)) for (const entry of Object.entries(value)) waiting.push(...entry);
  }
  return false;
}

/** An object literal, or one with a null prototype, such as a parsed query. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
