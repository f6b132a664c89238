import { useSyncExternalStore } from 'react';

interface Panel {
  open: boolean;
  /** Message about the item just added. */
  news: string | null;
}

const CLOSED: Panel = { open: false, news: null };
let panel = CLOSED;
const listeners = new Set<() => void>();

function setOpen(open: boolean, news: string | null = null): void {
  // The message stays during the closing animation.
  panel = { open, news: open ? news : panel.news };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** State of the cart drawer, shared by all pages. */
export function useCartPanel(): Panel & { setOpen: (open: boolean, news?: string) => void } {
  return {
    ...useSyncExternalStore(
      subscribe,
      () => panel,
      () => CLOSED,
    ),
    setOpen,
  };
}
