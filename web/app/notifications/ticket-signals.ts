/** Dispatches ticket signals of the live stream to the open pages of those tickets. */
import type { TicketSignal } from '@mare/contract/notifications/notifications.ts';

type Listener = (signal: TicketSignal) => void;

const listeners = new Set<Listener>();

/** @returns a function that unsubscribes */
export function onTicketSignal(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function emitTicketSignal(signal: TicketSignal): void {
  for (const listener of listeners) listener(signal);
}
