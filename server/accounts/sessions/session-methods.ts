import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../accounts.queries.ts';
import type { Method, MethodUse } from './start-session.ts';

/** The `amr` of a session after a use of a method, newest first. */
export function withMethod(session: Pick<Session, 'amr'>, method: Method, now: Date): string {
  const earlier = (session.amr as unknown as MethodUse[]).filter((use) => use.method !== method);
  const use: MethodUse = { method, timestamp: Math.floor(now.getTime() / 1000) };
  return JSON.stringify([use, ...earlier]);
}

/** The `amr` of a session without some methods. */
export function withoutMethods(...methods: Method[]): RawBuilder<string> {
  return sql`(select coalesce(jsonb_agg(use order by place), '[]') from jsonb_array_elements(amr)
    with ordinality as uses (use, place) where use ->> 'method' <> all (${methods}::text[]))`;
}
