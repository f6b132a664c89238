const LAST = 10_000;

/** @returns the page of a list that an address asks for, 1-based; an address may hold anything. @param name of the parameter, where several lists stand on one page */
export function readPageNumber(search: URLSearchParams, name = 'pagina'): number {
  const page = Number(search.get(name));
  return Number.isInteger(page) && page >= 1 && page <= LAST ? page : 1;
}
