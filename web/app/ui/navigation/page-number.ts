const LAST = 10_000;

/** @returns the 1-based page number of the URL; 1 if it is invalid. @param name of the parameter, for pages with several lists */
export function readPageNumber(search: URLSearchParams, name = 'pagina'): number {
  const page = Number(search.get(name));
  return Number.isInteger(page) && page >= 1 && page <= LAST ? page : 1;
}
