/** Whether some text of what was sent, however deep, has a NUL in it: no text in PostgreSQL can hold one. */
export function hasNul(sent: unknown): boolean {
  const waiting = [sent];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (Array.isArray(value)) for (const part of value as unknown[]) waiting.push(part);
    // Anything else, such as a file, is not made of text.
    if (isPlainObject(value)) for (const entry of Object.entries(value)) waiting.push(...entry);
  }
  return false;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
