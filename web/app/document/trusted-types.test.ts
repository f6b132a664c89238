import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { trustedTypesScript } from './trusted-types.ts';

interface Policy {
  createHTML: (text: string) => string | null;
}

function policyOf(script: string): Policy {
  const made: Policy[] = [];
  const trustedTypes = { createPolicy: (_: string, policy: Policy) => made.push(policy) };
  const page = {
    window: { trustedTypes },
    trustedTypes,
    document: { currentScript: { textContent: script } },
  };
  runInNewContext(script, page);
  return made[0]!;
}

test.each([
  ['the empty element that React makes', '<script></script>', true],
  ['what a page tells search engines', '{"@context":"https://schema.org","@type":"Product"}', true],
  [
    'the same with markup in it',
    '{"@context":"https://schema.org","name":"<img src=x onerror=alert(1)>"}',
    false,
  ],
  ['other markup', '<img src=x onerror=alert(1)>', false],
])('%s', (_, text, passes) => {
  expect(policyOf(trustedTypesScript).createHTML(text)).toBe(passes ? text : null);
});
