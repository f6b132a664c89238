import { useState } from 'react';

export interface Selection {
  /** Ids of the selected rows that are on the page, in the page's order. */
  chosen: readonly string[];
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Orders selected one by one, or all that a filter finds. */
export interface ChosenOrders {
  filters: Record<string, string>;
  count: number;
}

/** Selects among the shown rows. A row that is no longer shown is no longer selected. */
export function useSelection(shown: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = shown.filter((id) => ids.has(id));
  return {
    chosen,
    toggle: (id) => setIds(new Set(ids.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id])),
    toggleAll: () => setIds(new Set(chosen.length === shown.length ? [] : shown)),
    clear: () => setIds(new Set()),
  };
}
