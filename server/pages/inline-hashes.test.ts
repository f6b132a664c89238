import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { deprioritizeScripts, hashInline } from './inline-hashes.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('hashes inline scripts and styles with the nonce, and none without', () => {
  const { html, policy } = hashInline(
    '<style nonce="n+/=">p{}</style><script nonce="n+/=">a()</script><script async nonce="n+/=">b()</script>' +
      '<script>roubar()</script><script nonce="outro">roubar(2)</script><script nonce="n+/=" src="/x.js"></script>',
    'n+/=',
  );
  expect(policy).toEqual({ scripts: [hashOf('a()'), hashOf('b()')], styles: [hashOf('p{}')] });
  expect(html).not.toContain('n+/=');
});

test('lowers the priority of script preloads and keeps their order', () => {
  const links = '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>';
  expect(deprioritizeScripts(`<link rel="preload" href="/f.woff2" as="font"/>${links}`)).toBe(
    '<link rel="preload" href="/f.woff2" as="font"/>' +
      '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>' +
      '<link rel="modulepreload" fetchpriority="low" href="/b.js"/>',
  );
});
