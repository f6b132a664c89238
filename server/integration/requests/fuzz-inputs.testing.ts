/** Texts and values that often break parsers and databases. */
import fc from 'fast-check';

const FUZZ_TEXTS = [
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
  '../../../../../etc/passwd',
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
  '0000-01-01',
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

const FUZZ_VALUES = [
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

export const fuzzText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...FUZZ_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

export const fuzzValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...FUZZ_VALUES) },
  { weight: 3, arbitrary: fuzzText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constant(deep(2_000)) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 5_000 }, (_, index) => index)) },
);

function deep(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
