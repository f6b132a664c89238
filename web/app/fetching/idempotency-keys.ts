import { isErrorResponse } from './is-api-error.ts';

/** Keys of changes without a response so far, by their content. */
const unanswered = new Map<string, string>();

/**
 * Calls with an idempotency key: that of an earlier call with the same content whose response was lost, else a new one.
 * The server makes a change with a known key only once.
 */
export async function callOnce<Output>(
  path: readonly string[],
  input: unknown,
  call: (key: string) => Promise<Output>,
): Promise<Output> {
  const content = describeCall(path, input);
  const key = unanswered.get(content) ?? crypto.randomUUID();
  unanswered.set(content, key);
  try {
    const output = await call(key);
    unanswered.delete(content);
    return output;
  } catch (error) {
    if (isErrorResponse(error) && error.status < 500) unanswered.delete(content);
    throw error;
  }
}

/** A file counts by what is known without reading it. */
function describeCall(path: readonly string[], input: unknown): string {
  return JSON.stringify([path, input], (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}
