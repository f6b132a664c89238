import { useSearchParams } from 'react-router';
import { readPageNumber } from '../ui/navigation/page-number.ts';

export interface ListState<Sort extends string = string, Filter extends string = string> {
  search: string;
  sort: Sort;
  /** Empty: everything. */
  filter: Filter | '';
  /** 1-based. */
  page: number;
  /** Another search, filter or order starts again at the first page. */
  show: (changes: { busca?: string; ordem?: string; filtro?: string }) => void;
  hrefFor: (page: number) => string;
}

/**
 * What a list of the panel shows, kept in the address: it can be sent to a colleague, and the way back leads to it.
 *
 * @param sorts by name, with what is read of them; without a word in the address it is the first
 * @param filters likewise; without a word in the address there is none
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

/** The page that a list shows. @param name of the parameter, where several lists stand on one page */
export function usePage(name: string): Pick<ListState, 'page' | 'hrefFor'> {
  const [params] = useSearchParams();
  return {
    page: readPageNumber(params, name),
    hrefFor: (wanted) => {
      const next = new URLSearchParams(params);
      if (wanted > 1) next.set(name, String(wanted));
      else next.delete(name);
      return `?${next.toString()}`;
    },
  };
}

function namesIn<Name extends string>(known: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(known) as Name[];
}

/** What is read of each, for a list that is filtered by it. */
export function labelsOf<Name extends string>(
  looks: Readonly<Record<Name, { label: string }>>,
): Record<Name, string> {
  return Object.fromEntries(namesIn(looks).map((name) => [name, looks[name].label])) as Record<Name, string>;
}
