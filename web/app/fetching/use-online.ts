import { useSyncExternalStore } from 'react';

/** Whether the browser has a network. @param onServer the value during server rendering */
export function useOnline(onServer: boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => onServer,
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
