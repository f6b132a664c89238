import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signCheckpoint } from '../log/checkpoint.ts';
import { formatProofFile, parseProofFile } from './proof-file.ts';
import { logSigner } from '../transparency.testing.ts';

const HASH = 'gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=';
const log = logSigner('example.com/fancylog');
const checkpoint = signCheckpoint({ origin: log.key.name, size: 109_482, root: new Uint8Array(32) }, log);
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('serializes the example of the specification', () => {
  const file = formatProofFile({
    extra: new TextEncoder().encode('age-v1.2.1'),
    index: 73_894,
    path: [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)],
    checkpoint,
  });
  expect(file).toBe(`c2sp.org/tlog-proof@v1
extra YWdlLXYxLjIuMQ==
index 73894
AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=

${checkpoint}`);
});

test('parses what it serializes', () => {
  const extra = fc.option(fc.uint8Array({ minLength: 1 }));
  fc.assert(
    fc.property(extra, fc.maxSafeNat(), fc.array(hash, { maxLength: 63 }), (data, index, path) => {
      const proof = { extra: data, index, path, checkpoint };
      expect(parseProofFile(formatProofFile(proof))).toEqual(proof);
    }),
  );
});

test('rejects a truncated file', () => {
  const file = formatProofFile({ extra: null, index: 0, path: [new Uint8Array(32)], checkpoint });
  for (let length = 0; length < file.length; length++)
    expect(parseProofFile(file.slice(0, length))).toBeNull();
});

test.each([
  ['another format', `c2sp.org/tlog-proof@v2\nindex 0\n\n${checkpoint}`],
  ['no index', `c2sp.org/tlog-proof@v1\n\n${checkpoint}`],
  ['a leading zero', `c2sp.org/tlog-proof@v1\nindex 01\n\n${checkpoint}`],
  ['a short hash', `c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\n${checkpoint}`],
  ['a path that is too long', `c2sp.org/tlog-proof@v1\nindex 0\n${`${HASH}\n`.repeat(64)}\n${checkpoint}`],
  ['extra data after the index', `c2sp.org/tlog-proof@v1\nindex 0\nextra AAAA\n\n${checkpoint}`],
  ['malformed extra data', `c2sp.org/tlog-proof@v1\nextra A\nindex 0\n\n${checkpoint}`],
  ['no checkpoint', 'c2sp.org/tlog-proof@v1\nindex 0\n\n'],
  ['a carriage return', `c2sp.org/tlog-proof@v1\r\nindex 0\r\n\r\n${checkpoint}`],
  ['a trailing space', `c2sp.org/tlog-proof@v1\nindex 0 \n\n${checkpoint}`],
])('rejects %s', (_, file) => {
  expect(parseProofFile(file)).toBeNull();
});
