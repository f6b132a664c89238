import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/**
 * A value that only the browser knows, read while rendering.
 * @param onServer the value in the HTML of the server, and until hydrated
 */
export function useBrowserValue<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => onServer);
}
