import { useState } from 'react';

export interface Selection {
  /** Ids of the chosen rows that are on the page, in the page's order. */
  chosen: readonly string[];
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Orders chosen one by one, or all that a filter finds. */
export interface ChosenOrders {
  filters: Record<string, string>;
  count: number;
}

/** Rows chosen among those shown. Rows that are no longer shown are no longer chosen. */
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
