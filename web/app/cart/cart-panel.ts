import { useSyncExternalStore } from 'react';

interface Panel {
  open: boolean;
  /** What was just put into the cart, said where it opens. */
  news: string | null;
}

const CLOSED: Panel = { open: false, news: null };
let panel = CLOSED;
const listeners = new Set<() => void>();

function setOpen(open: boolean, news: string | null = null): void {
  // What is said stays while the drawer slides away.
  panel = { open, news: open ? news : panel.news };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the cart drawer is open: any page may open it, with news. */
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
