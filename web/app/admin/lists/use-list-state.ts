import { useSearchParams } from 'react-router';
import { readPageNumber } from '../../ui/navigation/page-number.ts';

export interface ListState<Sort extends string = string, Filter extends string = string> {
  search: string;
  sort: Sort;
  /** Empty for no filter. */
  filter: Filter | '';
  /** 1-based. */
  page: number;
  /** Changes the search, filter or sort order, and returns to the first page. */
  show: (changes: { busca?: string; ordem?: string; filtro?: string }) => void;
  hrefFor: (page: number) => string;
}

/**
 * State of a list in the panel, stored in the URL so that it can be shared and survives back navigation.
 *
 * @param sorts label by sort key; the first is the default
 * @param filters label by filter key; the default is no filter
 */
export function useListState<Sort extends string, Filter extends string>(
  sorts: Readonly<Record<Sort, string>>,
  filters: Readonly<Record<Filter, string>>,
): ListState<Sort, Filter> {
  const [params, setParams] = useSearchParams();
  const written = { sort: params.get('ordem'), filter: params.get('filtro') };
  return {
    search: params.get('busca') ?? '',
    sort: namesIn(sorts).find((sort) => sort === written.sort) ?? namesIn(sorts)[0]!,
    filter: namesIn(filters).find((filter) => filter === written.filter) ?? ('' as const),
    ...usePage('pagina'),
    show: (changes) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.delete('pagina');
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      }),
  };
}

/** Page number of a list. @param name URL parameter, unique among the lists of a page */
export function usePage(name: string): Pick<ListState, 'page' | 'hrefFor'> {
  const [params] = useSearchParams();
  return {
    page: readPageNumber(params, name),
    hrefFor: (number) => {
      const next = new URLSearchParams(params);
      if (number > 1) next.set(name, String(number));
      else next.delete(name);
      return `?${next.toString()}`;
    },
  };
}

function namesIn<Name extends string>(known: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(known) as Name[];
}

/** Maps each name to its label, for filters. */
export function labelsOf<Name extends string>(
  looks: Readonly<Record<Name, { label: string }>>,
): Record<Name, string> {
  return Object.fromEntries(namesIn(looks).map((name) => [name, looks[name].label])) as Record<Name, string>;
}
