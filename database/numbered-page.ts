import type { SelectQueryBuilder, Simplify } from 'kysely';

export interface PageRequest {
  /** 1-based. */
  page: number;
  pageSize: number;
}

/** A page of an ordered list, with the total of rows and pages. */
export async function numberedPage<DB, TB extends keyof DB, Row>(
  list: SelectQueryBuilder<DB, TB, Row>,
  { page, pageSize }: PageRequest,
): Promise<{ rows: Simplify<Row>[]; total: number; pages: number }> {
  const { total } = await list
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  const rows = await list
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total, pages: Math.ceil(total / pageSize) };
}
