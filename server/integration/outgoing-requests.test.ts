/**
 * Whom this program calls: addresses of the operator's settings, and push services that a browser has named, as far as
 * they are public. Who adds another file here says why nobody can turn it against what is behind our own walls.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const server = join(import.meta.dirname, '..');
const sources = readdirSync(server, { recursive: true, withFileTypes: true })
  .filter(
    (entry) =>
      entry.isFile() && entry.name.endsWith('.ts') && !/(?:^|\.)(?:test|testing)\.ts$/.test(entry.name),
  )
  .map((entry) => relative(server, join(entry.parentPath, entry.name)))
  .filter((file) => !file.startsWith('node_modules/'));

/** Each with the setting that says where it calls. */
const CALLERS: Record<string, string> = {
  'accounts/factors/sms.ts': 'AUTH_SMS_URL',
  'accounts/safety/captcha.ts': 'AUTH_CAPTCHA_VERIFY_URL',
  'accounts/providers/openid.ts': 'AUTH_<NAME>_ISSUER',
  'draws/anchor/ask-calendar.ts': 'TIMESTAMP_CALENDAR_URL',
  'notifications/push/post-push.ts': 'a browser, and to public addresses only: see push.test.ts',
  'draws/archive/lottery-sources.ts': 'LOTTERY_RESULTS_URL and LOTTERY_MIRROR_URLS',
  'draws/lottery/fetch-official-result.ts': 'LOTTERY_RESULTS_URL',
  'platform/messages/whatsapp.ts': 'WHATSAPP_API_URL',
  'platform/log/tracing.ts': 'OTEL_EXPORTER_OTLP_ENDPOINT',
  'payments/mercado-pago/client.ts': 'the provider, or PORT in the demonstration',
  'payments/sandbox/webhook-sender.ts': 'the demonstration alone',
};

test('nothing else calls out', () => {
  const calls = sources.filter((file) =>
    /\bfetch\(|import (?!type\b)[^;]*from '(?:node:https?|undici|openid-client)'/.test(read(file)),
  );
  const known = new Set([...Object.keys(CALLERS), 'platform/http/serve-until-drained.ts']);
  expect(calls.filter((file) => !known.has(file))).toEqual([]);
});

test('who carries a secret along follows no redirect', () => {
  // The sandbox is the demonstration's; whoever does not use fetch follows none by itself.
  const carriers = Object.keys(CALLERS).filter(
    (file) => !file.includes('/sandbox/') && /\bfetch\(/.test(read(file)),
  );
  expect(carriers.length).toBeGreaterThan(3);
  expect(carriers.filter((file) => !read(file).includes("redirect: 'error'"))).toEqual([]);
});

test('every package of the lock file is pinned by its content', () => {
  const lock = JSON.parse(readFileSync(join(server, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string; resolved?: string }>;
  };
  const installed = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  expect(installed.length).toBeGreaterThan(300);
  expect(
    installed
      .filter(
        ([, { integrity, resolved }]) =>
          !integrity?.startsWith('sha512-') || /^(?:git|http:)/.test(resolved ?? ''),
      )
      .map(([path]) => path),
  ).toEqual([]);
});

function read(file: string): string {
  return readFileSync(join(server, file), 'utf8');
}
