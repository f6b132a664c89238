/** Input and output of the panel's lists: search, filter, order and page, all in the URL. */
import { z } from 'zod';
import { plainText } from './plain-text.ts';

/** Later pages are reached by search. */
const LAST_PAGE = 400;

/** 1-based page number. */
export const pageNumber = z.coerce.number().int().min(1).max(10_000).default(1);

/** @param sorts the first is the default */
export function listInput<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.object({
    search: plainText(80).default(''),
    sort: z.enum(sorts).default(() => sorts[0] as Sorts[number]),
    /** 1-based. */
    page: z.coerce.number().int().min(1).max(LAST_PAGE).default(1),
  });
}

/** Without a total: counting a million rows takes longer than reading 25. */
export function listPage<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), hasMore: z.boolean() });
}
