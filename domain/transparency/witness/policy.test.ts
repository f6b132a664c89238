import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuorum, parsePolicy } from './policy.ts';
import { formatVerifierKey, type VerifierKey } from '../log/signed-note.ts';
import { logSigner, witnessSigner } from '../transparency.testing.ts';

const log = formatVerifierKey(logSigner('rifas.example/log').key);
const keys = Array.from({ length: 6 }, (_, index) => witnessSigner(`w${index}.example`, 10 + index).key);
const [x1, x2, x3, y1, y2, y3] = keys.map(formatVerifierKey);

const EXAMPLE = `# The example of the specification.
log ${log} https://rifas.example/log

witness X1 ${x1} https://x1.example
\twitness X2 ${x2}
witness X3   ${x3}
group X-witnesses 2 X1 X2 X3

witness Y1 ${y1}
witness Y2 ${y2}
witness Y3 ${y3}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

describe('the example of the specification', () => {
  const policy = parsePolicy(EXAMPLE);
  const keysAt = (...indexes: number[]) => indexes.map((index) => policy.witnesses[index]!.key);

  test('has one log and six witnesses', () => {
    expect(policy.logs).toMatchObject([{ name: 'rifas.example/log', url: 'https://rifas.example/log' }]);
    expect(policy.witnesses.map(({ name }) => name)).toEqual(['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3']);
    expect(policy.witnesses[0]!.url).toBe('https://x1.example');
    expect(policy.witnesses[1]!.url).toBeNull();
  });

  test.each([
    [[0, 1, 3], true],
    [[0, 2, 5], true],
    [[0, 1, 2], false],
    [[0, 3, 4, 5], false],
    [[], false],
  ])('witnesses %j are enough: %s', (indexes, isEnough) => {
    expect(isQuorum(policy, keysAt(...indexes))).toBe(isEnough);
  });

  test('additional witnesses never break a quorum', () => {
    fc.assert(
      fc.property(fc.subarray([0, 1, 2, 3, 4, 5]), fc.nat(5), (indexes, added) => {
        const isEnough = isQuorum(policy, keysAt(...indexes));
        expect(isQuorum(policy, keysAt(...indexes, added)) || !isEnough).toBe(true);
      }),
    );
  });
});

test('needs no witness under quorum none', () => {
  expect(isQuorum(parsePolicy(`log ${log}\nquorum none\n`), [])).toBe(true);
});

test('accepts one witness as quorum, and rejects its name with another key', () => {
  const policy = parsePolicy(`witness eu ${x1}\nquorum eu\n`);
  const impostor: VerifierKey = { ...keys[1]!, name: keys[0]!.name };
  expect(isQuorum(policy, [policy.witnesses[0]!.key])).toBe(true);
  expect(isQuorum(policy, [impostor])).toBe(false);
});

test.each([
  ['no quorum', `log ${log}\n`, 0],
  ['two quorums', 'quorum none\nquorum none\n', 2],
  ['an undefined quorum', 'quorum eu\n', 1],
  ['a quorum defined later', `quorum eu\nwitness eu ${x1}\n`, 1],
  ['an unknown keyword', 'testemunha eu\nquorum none\n', 1],
  ['the key of a witness as a log', `log ${x1}\nquorum none\n`, 1],
  ['the key of a log as a witness', `witness eu ${log}\nquorum none\n`, 1],
  ['a duplicate witness', `witness a ${x1}\nwitness b ${x1}\nquorum none\n`, 2],
  ['a duplicate log', `log ${log}\nlog ${log}\nquorum none\n`, 2],
  ['a duplicate name', `witness a ${x1}\nwitness a ${x2}\nquorum none\n`, 2],
  ['the name none', `witness none ${x1}\nquorum none\n`, 1],
  ['a group of none', 'group g any none\nquorum none\n', 1],
  ['an empty group', 'group g any\nquorum none\n', 1],
  ['a threshold above the number of members', `witness a ${x1}\ngroup g 2 a\nquorum g\n`, 2],
  ['a threshold of zero', `witness a ${x1}\ngroup g 0 a\nquorum g\n`, 2],
  ['a member of two groups', `witness a ${x1}\ngroup g any a\ngroup h any a\nquorum h\n`, 3],
  ['a duplicate member', `witness a ${x1}\ngroup g 2 a a\nquorum g\n`, 2],
  ['a control character', 'quorum none\r\n', 1],
  ['extra words after the address', `log ${log} https://a.example mais\nquorum none\n`, 1],
])('rejects %s', (_, text, line) => {
  expect(() => parsePolicy(text)).toThrow(`policy line ${line}: `);
});
