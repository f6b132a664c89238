import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';

test('no input has a date of the year 0, which PostgreSQL cannot store', () => {
  const dates = [...datesOfInputs(contract)];
  expect(dates.map(({ name }) => name)).toContain('admin.rifas.save');
  expect(dates.filter(({ acceptsYearZero }) => acceptsYearZero)).toEqual([]);
});

interface InputDate {
  /** Of the procedure. */
  name: string;
  acceptsYearZero: boolean;
}

function* datesOfInputs(router: AnyContractRouter, prefix = ''): Generator<InputDate> {
  for (const [key, entry] of Object.entries(router) as [string, AnyContractRouter][]) {
    const name = prefix + key;
    if (isContractProcedure(entry)) yield* datesIn(entry['~orpc'].inputSchema as z.ZodType | undefined, name);
    else yield* datesOfInputs(entry, `${name}.`);
  }
}

function datesIn(schema: z.ZodType | undefined, name: string): InputDate[] {
  if (!schema) return [];
  const dates = new Map<z.core.$ZodType, string>();
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: { format } }) {
      if (format === 'date') dates.set(zodSchema, '0000-01-01');
      if (format === 'date-time') dates.set(zodSchema, '0000-01-01T00:00:00Z');
    },
  });
  // A schema is visited with the one that it refines.
  for (const { _zod } of dates.keys()) if (_zod.parent) dates.delete(_zod.parent);
  return [...dates].map(([date, yearZero]) => ({
    name,
    acceptsYearZero: z.safeParse(date, yearZero).success,
  }));
}
