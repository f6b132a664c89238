import { useSearchParams } from 'react-router';
import { pageNumber } from '../ui/navigation/page-number.ts';

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

/** What a list of the panel shows, kept in the address: it can be sent to a colleague, and the way back leads to it. */
export function useListState<Sort extends string, Filter extends string>(
  sorts: readonly [Sort, ...Sort[]],
  filters: readonly Filter[],
): ListState<Sort, Filter> {
  const [params, setParams] = useSearchParams();
  const written = { sort: params.get('ordem'), filter: params.get('filtro') };
  return {
    search: params.get('busca') ?? '',
    sort: sorts.find((sort) => sort === written.sort) ?? sorts[0],
    filter: filters.find((filter) => filter === written.filter) ?? ('' as const),
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
    page: pageNumber(params, name),
    hrefFor: (wanted) => {
      const next = new URLSearchParams(params);
      if (wanted > 1) next.set(name, String(wanted));
      else next.delete(name);
      return `?${next.toString()}`;
    },
  };
}
