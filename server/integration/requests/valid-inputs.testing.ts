import fc from 'fast-check';
import { fuzzText, fuzzValue } from './fuzz-inputs.testing.ts';
import type { JsonSchema } from './operations.testing.ts';

/** Values that a schema allows, with texts and numbers from its limits. */
export function fitting(schema: JsonSchema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, known)));
  if (schema.allOf) return fitting(Object.assign({}, ...schema.allOf) as JsonSchema, known);
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, known);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(schema.minItems ?? 0, 4)),
      });
    case 'string':
      return fittingText(schema, known);
    case 'integer':
    case 'number':
      return fittingNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fuzzValue;
  }
}

function fittingObject({ properties = {}, required = [] }: JsonSchema, known: fc.Arbitrary<string>) {
  const parts = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, fitting(part, known)]),
  );
  return fc.record(parts, { requiredKeys: required });
}

function fittingText(
  { format, pattern, minLength = 0, maxLength = 20_000 }: JsonSchema,
  known: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  if (format === 'uuid')
    return fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: fc.uuid() });
  if (format === 'date-time' || format === 'date') {
    const dates = fc.constantFrom(
      // The year 0 exists in JavaScript and not in PostgreSQL.
      '0000-01-01',
      '0999-12-31',
      '1000-01-01',
      '1900-02-28',
      '2000-01-01',
      '2026-11-25',
      '2100-01-01',
      '9999-12-31',
    );
    return format === 'date' ? dates : dates.map((date) => `${date}T00:00:00.000Z`);
  }
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc
    .oneof(fuzzText, known, fc.constantFrom('Ana Souza', 'ana@exemplo.com.br', '82999990000', '52998224725'))
    .map((text) => {
      const long = text.length >= minLength ? text : text.padEnd(minLength, 'ã');
      return long.slice(0, maxLength);
    });
}

function fittingNumber({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const low = Math.max(minimum ?? -(2 ** 53) + 1, -(2 ** 53) + 1);
  const high = Math.min(maximum ?? 2 ** 53 - 1, 2 ** 53 - 1);
  const edges = [low, high, 0, 1, 2 ** 31, Math.ceil((low + high) / 2)].filter(
    (edge) => edge >= low && edge <= high,
  );
  const whole = fc.oneof(fc.constantFrom(...edges), fc.integer({ min: low, max: Math.min(high, low + 100) }));
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min: low, max: high, noNaN: true }));
}
