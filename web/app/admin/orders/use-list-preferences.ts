/** Columns and saved views of the orders list, kept in this browser. */
import { useState } from 'react';
import { type Column, COLUMNS } from './order-row.tsx';

export interface SavedView {
  name: string;
  /** Query of the URL, without a question mark. */
  query: string;
}

interface Preferences {
  columns: Column[];
  views: SavedView[];
}

const KEY = 'mare.painel.pedidos';
const DEFAULTS: Preferences = { columns: ['contact', 'rifa', 'method'], views: [] };
const VIEWS_MAX = 20;

export interface ListPreferences {
  columns: ReadonlySet<Column>;
  views: readonly SavedView[];
  toggleColumn: (column: Column) => void;
  /** Replaces a view of the same name. */
  saveView: (view: SavedView) => void;
  removeView: (name: string) => void;
}

export function useListPreferences(): ListPreferences {
  const [{ columns, views }, setPreferences] = useState(readPreferences);
  const change = (next: Preferences) => {
    setPreferences(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return {
    columns: new Set(columns),
    views,
    toggleColumn: (column) =>
      change({
        views,
        columns: columns.includes(column) ? columns.filter((each) => each !== column) : [...columns, column],
      }),
    saveView: (view) =>
      change({
        columns,
        views: [...views.filter(({ name }) => name !== view.name), view].slice(-VIEWS_MAX),
      }),
    removeView: (name) => change({ columns, views: views.filter((view) => view.name !== name) }),
  };
}

function readPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      columns: (stored.columns ?? DEFAULTS.columns).filter((column) => column in COLUMNS),
      views: (stored.views ?? []).filter(
        ({ name, query }) => typeof name === 'string' && typeof query === 'string',
      ),
    };
  } catch {
    return DEFAULTS;
  }
}
