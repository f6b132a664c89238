/** Clock of the server, as a device's clock may be hours wrong. */

/** Covers latency and the resolution of the `Date` header, which is one second. */
const TOLERATED_MS = 30_000;

let skewMs = 0;
let isMeasured = false;

/** The time now. Until the first response, the device's own. */
export function serverNow(): Date {
  return new Date(Date.now() + skewMs);
}

/** Compares the clocks. @param headers of a response that was not cached */
export function recordServerTime(headers: Headers): void {
  const sentAt = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sentAt)) return;
  const difference = sentAt - Date.now();
  skewMs = Math.abs(difference) > TOLERATED_MS ? difference : 0;
  isMeasured = true;
}

/** Compares the clocks by a request, unless another response of this page did. A lost connection is ignored. */
export async function measureClock(): Promise<void> {
  if (isMeasured) return;
  isMeasured = true;
  try {
    const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' });
    recordServerTime(headers);
  } catch {
    isMeasured = false;
  }
}
