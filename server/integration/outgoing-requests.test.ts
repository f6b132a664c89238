/**
 * All outgoing HTTP: URLs from the operator's settings, and push services named by browsers if their IP address is
 * public. A new file here needs the reason why it is safe from SSRF.
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

/** Files that may make requests, with the setting that holds the URL. */
const CALLERS: Record<string, string> = {
  'accounts/factors/sms.ts': 'AUTH_SMS_URL',
  'accounts/safety/captcha.ts': 'AUTH_CAPTCHA_VERIFY_URL',
  'accounts/providers/openid.ts': 'AUTH_<NAME>_ISSUER',
  'draws/instant/hiding/read-round.ts': 'BEACON_URLS',
  'notifications/push/post-push.ts': 'a browser, and to public addresses only: see push.test.ts',
  'draws/archive/lottery-sources.ts': 'LOTTERY_RESULTS_URL and LOTTERY_MIRROR_URLS',
  'platform/messages/whatsapp.ts': 'WHATSAPP_API_URL',
  'platform/messages/whatsapp-media.ts': 'WHATSAPP_API_URL, and files at its host or fbsbx.com',
  'platform/log/tracing.ts': 'OTEL_EXPORTER_OTLP_ENDPOINT',
  'transparency/timestamps/calendar.ts': 'TIMESTAMP_CALENDAR_URL',
  'transparency/timestamps/request-token.ts': 'TIMESTAMP_URLS, or PORT in the demonstration',
  'transparency/witnesses/request-cosignatures.ts': 'LOG_WITNESSES_FILE, or PORT in the demonstration',
  'payments/provider-client/send-request.ts': 'the provider, or PORT in the demonstration',
  'payments/pix-api/client.ts': 'PIX_API_URL and PIX_TOKEN_URL',
  'payments/sandbox/webhook-sender.ts': 'the demonstration alone',
};

/** `app.fetch` handles a request to this server. */
test('no other file makes outgoing requests', () => {
  const calls = sources.filter((file) =>
    /(?<!\bapp\.)\bfetch\(|import (?!type\b)[^;]*from '(?:node:https?|undici|openid-client)'|@opentelemetry\/exporter/.test(
      read(file),
    ),
  );
  const known = new Set([...Object.keys(CALLERS), 'platform/http/serve-until-drained.ts']);
  expect(calls.filter((file) => !known.has(file))).toEqual([]);
});

test('requests with a secret follow no redirect', () => {
  // The sandbox exists in the demo only; clients other than fetch follow no redirect by default.
  const carriers = Object.keys(CALLERS).filter(
    (file) => !file.includes('/sandbox/') && /\bfetch\(/.test(read(file)),
  );
  expect(carriers.length).toBeGreaterThan(3);
  expect(carriers.filter((file) => !read(file).includes("redirect: 'error'"))).toEqual([]);
});

test('every package in the lock file has an integrity hash', () => {
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
