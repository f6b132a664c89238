import { toHex } from '@mare/domain/hex.ts';
import { readTabDraft, saveTabDraft } from '../session/tab-draft.ts';
import { isRejection } from './failures/is-api-error.ts';

const STORED_AS = 'unanswered';

type Keys = Record<string, string>;

/** Keys of changes without a response so far, by their content: those of this page, for browsers without storage. */
let ofPage: Keys = {};

/**
 * Calls with an idempotency key: that of an earlier call with the same content whose response was lost, also before a
 * reload, else a new one. The server makes a change with a known key only once.
 */
export async function callOnce<Output>(
  path: readonly string[],
  input: unknown,
  call: (key: string) => Promise<Output>,
): Promise<Output> {
  const content = await digestCall(path, input);
  const key = unanswered()[content] ?? crypto.randomUUID();
  store({ ...unanswered(), [content]: key });
  try {
    const output = await call(key);
    forget(content);
    return output;
  } catch (error) {
    if (isRejection(error)) forget(content);
    throw error;
  }
}

/** A file counts by what is known without reading it. */
async function digestCall(path: readonly string[], input: unknown): Promise<string> {
  const text = JSON.stringify([path, input], (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toHex(new Uint8Array(hash));
}

function unanswered(): Keys {
  return (readTabDraft(STORED_AS) as Keys | null) ?? ofPage;
}

function forget(content: string): void {
  const { [content]: _, ...others } = unanswered();
  store(others);
}

function store(keys: Keys): void {
  ofPage = keys;
  saveTabDraft(STORED_AS, keys);
}
