/** Whether prizes are in the states that the public log gives them. */
import type { LogEntry } from '../../log/log-entry.ts';

/**
 * @param prizes the cotas premiadas of one rifa
 * @param entries of the same rifa, in the order of the log
 */
export function instantStatesHold(
  prizes: readonly { position: number; isVoid: boolean; isDelivered: boolean }[],
  entries: readonly LogEntry[],
): boolean {
  const voided = new Set<number>();
  const delivered = new Set<number>();
  for (const entry of entries) {
    if (entry.kind === 'instantVoided') voided.add(entry.position);
    if (entry.kind === 'instantRestored') voided.delete(entry.position);
    if (entry.kind === 'instantDelivered') delivered.add(entry.position);
  }
  return prizes.every(
    ({ position, isVoid, isDelivered }) =>
      isVoid === voided.has(position) && isDelivered === delivered.has(position),
  );
}

/** After a correction a winner keeps a delivery under another number, so only the position counts. */
export function deliveriesHold(
  prizes: readonly { position: number; isDelivered: boolean }[],
  entries: readonly LogEntry[],
): boolean {
  return prizes.every(
    ({ position, isDelivered }) =>
      !isDelivered || entries.some((entry) => entry.kind === 'delivered' && entry.position === position),
  );
}
