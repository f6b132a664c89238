import { afterAll, beforeAll, expect, test } from 'vitest';
import { once } from '../platform/http/idempotency/once.ts';
import { implementationOf, PROCEDURE_NAMES, PROCEDURES } from './requests/procedures.testing.ts';
import { startWholeApi, type WholeApi } from './whole-api.testing.ts';

let api: WholeApi;
beforeAll(async () => void (api = await startWholeApi()));
afterAll(() => api.stop());

test('a procedure uses `once` if and only if its contract begins with `withIdempotencyKey`', () => {
  const declared = [...PROCEDURES].filter(
    ([, described]) => 'OUTCOME_UNKNOWN' in described['~orpc'].errorMap,
  );
  const implemented = PROCEDURE_NAMES.filter((name) =>
    implementationOf(api.router, name)['~orpc'].middlewares.includes(once),
  );
  expect(implemented.length).toBeGreaterThan(15);
  expect(implemented).toEqual(declared.map(([name]) => name));
});
