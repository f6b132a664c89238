/** Pagination without a total: one extra row shows whether there is a next page. */
export const ROWS_PER_PAGE = 25;

/** @param page 1-based */
export function pageWindow(page: number): { limit: number; offset: number } {
  return { limit: ROWS_PER_PAGE + 1, offset: (page - 1) * ROWS_PER_PAGE };
}

/** @param found rows selected within `pageWindow` */
export function toListPage<Row>(found: Row[]): { rows: Row[]; hasMore: boolean } {
  return { rows: found.slice(0, ROWS_PER_PAGE), hasMore: found.length > ROWS_PER_PAGE };
}

/** An escaped `like` pattern for a prefix. */
export function startsWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** An escaped `like` pattern for a substring. */
export function containing(text: string): string {
  return `%${startsWith(text)}`;
}
