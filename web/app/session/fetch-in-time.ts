/**
 * Calls with a time limit. Without one, a phone that has lost its network waits for minutes, because the connection ends
 * neither with an answer nor with an error.
 */

/** From the call to the end of its answer. A change may wait for the payment provider. */
const READ_LIMIT_MS = 20_000;
const CHANGE_LIMIT_MS = 40_000;
/** A phone sends a picture for as long as this over a slow network. */
const UPLOAD_LIMIT_MS = 5 * 60_000;

/** The answer did not come in time: a change may have been made. Like every lost connection a TypeError. */
export class NoAnswer extends TypeError {
  override name = 'NoAnswer';
}

/** Like `fetch`. @throws NoAnswer */
export async function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const request = input instanceof Request ? input : null;
  const limit = new AbortController();
  const given = init.signal ?? request?.signal;
  const abort = () => limit.abort(given?.reason);
  if (given?.aborted) abort();
  given?.addEventListener('abort', abort);
  const timer = setTimeout(
    () => limit.abort(new NoAnswer('no answer in time')),
    limitOf(request?.method ?? init.method, request?.headers.get('content-type')),
  );
  try {
    const response = await fetch(input, { ...init, signal: limit.signal });
    // An event stream stays open.
    if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
    return new Response(await response.text(), response);
  } finally {
    clearTimeout(timer);
  }
}

function limitOf(method = 'GET', contentType?: string | null): number {
  if (method === 'GET') return READ_LIMIT_MS;
  return contentType?.startsWith('multipart/') ? UPLOAD_LIMIT_MS : CHANGE_LIMIT_MS;
}
