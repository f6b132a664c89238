/** Requests that no browser of ours would send, made from the description of what the server answers. */
import fc from 'fast-check';
import type { JsonSchema, Operation } from './operations.testing.ts';

export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\u0008\u001b[31m\u007f',
  '\ud800',
  '\udfff\ud83d',
  '\u202e\u2066\ufeff\uffff',
  '👩‍👩‍👧‍👦'.repeat(20),
  'Z̷̧̢̛͕̗̮͎͖̈́̈́̚'.repeat(10),
  "'; drop table orders; --",
  "' or 1=1 --",
  '%',
  '_%\\',
  '\\',
  '"><script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../../../etc/passwd',
  '%00%2e%2e%2f',
  '\r\nset-cookie: a=b',
  'NaN',
  'null',
  'undefined',
  '-1',
  '0',
  '1e309',
  '0x7fffffff',
  '99999999999999999999999999',
  '2147483648',
  '9223372036854775808',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '0000-00-00',
  '2026-02-30',
  '2026-13-45T99:99:99Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '__proto__',
  'constructor',
  '１２３',
  'İ',
  'a'.repeat(300),
  'x'.repeat(20_000),
] as const;

const NASTY_VALUES = [
  null,
  true,
  0,
  -0,
  -1,
  0.1,
  1.5,
  1e-300,
  1e300,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  [],
  {},
  [[[[[[[[]]]]]]]],
  [null],
  { toString: 1, valueOf: null },
  { $ne: null },
] as const;

const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...NASTY_VALUES) },
  { weight: 3, arbitrary: nastyText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constant(deep(2_000)) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 5_000 }, (_, index) => index)) },
);

function deep(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** @param ids of things that exist, so that some requests get past "no such thing" */
export function hostileRequest(operation: Operation, ids: readonly string[]): fc.Arbitrary<HostileRequest> {
  const known = fc.constantFrom(...ids);
  return fc
    .record({
      parameters: fc.tuple(...operation.parameters.map(({ schema }) => parameterText(schema, known))),
      body: operation.body ? bodyText(operation.body, known) : fc.constant(undefined),
      contentType: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'text/plain',
            'multipart/form-data',
            'multipart/form-data; boundary=x',
            'application/x-www-form-urlencoded',
            'application/octet-stream',
            'application/json; charset=utf-16',
            'text/event-stream',
          ),
        },
      ),
    })
    .map(({ parameters, body, contentType }) => {
      let path = operation.path;
      const query: string[] = [];
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': contentType };
      for (const [index, { in: place, name }] of operation.parameters.entries()) {
        const text = parameters[index]!;
        if (place === 'path') path = path.replace(`{${name}}`, encode(text) || '%20');
        else if (place === 'query') query.push(`${name}=${encode(text)}`);
        else headers[name] = encode(text).slice(0, 4_000);
      }
      return {
        method: operation.method,
        path: `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
        headers,
        body,
      };
    });
}

function encode(text: string): string {
  return encodeURIComponent(text.slice(0, 4_000).toWellFormed());
}

function parameterText(schema: JsonSchema, known: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fitting(schema, known).map(String) },
    { weight: 1, arbitrary: known },
    { weight: 2, arbitrary: nastyText },
  );
}

/** Mostly what the schema allows, as nasty as it allows it; else with one part spoilt, of another form, or cut off. */
function bodyText(schema: JsonSchema, known: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const fits = fitting(schema, known);
  const spoilt = fc.tuple(fits, fc.nat(), nastyValue).map(([value, at, nasty]) => spoil(value, at, nasty));
  return fc.oneof(
    { weight: 6, arbitrary: fits.map(json) },
    { weight: 5, arbitrary: spoilt.map(json) },
    { weight: 1, arbitrary: nastyValue.map(json) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fits.map(json), fc.nat())
        .map(([text, at]) => text.slice(0, at % (text.length + 1))),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '[', '{"a":NaN}', '{"__proto__":{"role":"admin"}}', '\ufeff{}'),
    },
  );
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/** Puts the nasty value in the place of one part, or adds it where nobody expects it. */
function spoil(value: unknown, at: number, nasty: unknown): unknown {
  if (typeof value !== 'object' || value === null) return nasty;
  const keys = Object.keys(value);
  if (keys.length === 0) return { unexpected: nasty };
  const key = keys[at % keys.length]!;
  const part = (value as Record<string, unknown>)[key];
  const goDeeper = typeof part === 'object' && part !== null && at % 3 !== 0;
  const changed = goDeeper ? spoil(part, Math.floor(at / 3), nasty) : nasty;
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (String(index) === key ? changed : item))
    : { ...value, [key]: changed };
}

/** Values that the schema lets through, with texts and numbers from its edges. */
function fitting(schema: JsonSchema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
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
      return nastyValue;
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
      '0001-01-01',
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
    .oneof(nastyText, known, fc.constantFrom('Ana Souza', 'ana@exemplo.com.br', '82999990000', '52998224725'))
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
