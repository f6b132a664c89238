import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { trustedTypesScript } from './trusted-types.ts';

const STYLE = '@media (width<64rem){body{color:red}}';

interface Policy {
  createHTML: (text: string) => string | null;
}

function readPolicy(): Policy {
  const created: Policy[] = [];
  const trustedTypes = { createPolicy: (_: string, policy: Policy) => created.push(policy) };
  const page = {
    window: { trustedTypes },
    trustedTypes,
    document: {
      getElementById: (id: string) => (id === 'estilo' ? { textContent: STYLE } : null),
    },
  };
  runInNewContext(trustedTypesScript, page);
  return created[0]!;
}

test.each([
  ['allows the empty script element of React', '<script></script>', true],
  ['allows JSON-LD', '{"@context":"https://schema.org","@type":"Product"}', true],
  [
    'rejects JSON-LD that contains markup',
    '{"@context":"https://schema.org","name":"<img src=x onerror=alert(1)>"}',
    false,
  ],
  ['allows the style sheet of the page', STYLE, true],
  ['rejects another style sheet', `${STYLE}</style><script>alert(1)</script>`, false],
  ['rejects other markup', '<img src=x onerror=alert(1)>', false],
])('%s', (_, text, passes) => {
  expect(readPolicy().createHTML(text)).toBe(passes ? text : null);
});
