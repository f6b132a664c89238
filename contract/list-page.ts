/** How every list of the panel is asked for, and answered: by search, filter, order and page, all of it in the address. */
import { z } from 'zod';
import { plainText } from './plain-text.ts';

/** Beyond these, a search finds sooner than leafing. */
const LAST_PAGE = 400;

/** Of a list that a person leafs through; 1-based. */
export const pageNumber = z.coerce.number().int().min(1).max(10_000).default(1);

/** @param sorts the first is the order in which the list is shown unless another is asked for */
export function listInput<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.object({
    search: plainText(80).default(''),
    sort: z.enum(sorts).default(() => sorts[0] as Sorts[number]),
    /** 1-based. */
    page: z.coerce.number().int().min(1).max(LAST_PAGE).default(1),
  });
}

/** No total: to count a million rows takes longer than to show twenty-five of them. */
export function listPage<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), hasMore: z.boolean() });
}
