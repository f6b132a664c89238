/** Live notification stream of the signed-in user, with reconnection. */
import type { LiveEvent } from '@mare/contract/notifications/notifications.ts';
import { queries } from '../api.ts';
import { subscribeToEvents } from '../fetching/events/subscribe-to-events.ts';

/**
 * Delivers every notification once, including those that arrive while the connection is lost or the tab is hidden.
 *
 * @returns a function that stops the stream
 */
export function subscribeToNotifications(onEvent: (event: LiveEvent) => void): () => void {
  let lastEventId: string | undefined;
  return subscribeToEvents(
    (signal) => queries.notifications.live.call(undefined, { signal, lastEventId }),
    (event) => {
      if (event.kind !== 'ticket') lastEventId = String(event.sequence);
      onEvent(event);
    },
  );
}
