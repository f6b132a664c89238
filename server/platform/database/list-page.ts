/** One page of a list of the panel: no count of all, one row more than is shown tells whether there is a next page. */
export const ROWS_PER_PAGE = 25;

/** @param page 1-based */
export function pageWindow(page: number): { limit: number; offset: number } {
  return { limit: ROWS_PER_PAGE + 1, offset: (page - 1) * ROWS_PER_PAGE };
}

/** @param found what was selected within `pageWindow` */
export function pageOf<Row>(found: Row[]): { rows: Row[]; hasMore: boolean } {
  return { rows: found.slice(0, ROWS_PER_PAGE), hasMore: found.length > ROWS_PER_PAGE };
}

/** A pattern for `like` that matches what begins with the text, whatever signs it holds. */
export function startsWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** A pattern for `like` that matches what holds the text somewhere, whatever signs it holds. */
export function containing(text: string): string {
  return `%${startsWith(text)}`;
}
