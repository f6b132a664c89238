/** The server's clock. That of a phone may be hours wrong, and would then say that sales are over. */

/** Answers take a moment, and `Date` counts in seconds. */
const TOLERATED_MS = 30_000;

let skewMs = 0;
let isMeasured = false;

/** The time now. Until an answer came, that of this device. */
export function serverNow(): Date {
  return new Date(Date.now() + skewMs);
}

/** Compares the clocks. @param headers of an answer that was not cached */
export function noteServerTime(headers: Headers): void {
  const sentAt = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sentAt)) return;
  const difference = sentAt - Date.now();
  skewMs = Math.abs(difference) > TOLERATED_MS ? difference : 0;
  isMeasured = true;
}

/** Compares the clocks by a request, unless another answer of this page did. A lost connection is ignored. */
export async function measureClock(): Promise<void> {
  if (isMeasured) return;
  isMeasured = true;
  try {
    const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' });
    noteServerTime(headers);
  } catch {
    isMeasured = false;
  }
}
