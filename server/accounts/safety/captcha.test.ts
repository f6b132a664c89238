import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../platform/http/http.ts';
import { startAuthService } from '../accounts.testing.ts';
import { captchaSites } from './captcha.ts';

const password = 'segredo';

test('requires a captcha for sign-in, and never for a refresh', async () => {
  const captchaServer = createServer((request, response) => {
    let form = '';
    request.on('data', (chunk: Buffer) => (form += chunk.toString()));
    request.on('end', () => {
      const success = new URLSearchParams(form).get('response') === 'bom';
      response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }));
    });
  });
  captchaServer.listen(0, '127.0.0.1');
  await once(captchaServer, 'listening');
  const service = await startAuthService({
    AUTH_CAPTCHA_SECRET: 'segredo',
    AUTH_CAPTCHA_SITE_KEY: 'da-loja',
    AUTH_CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(captchaServer.address() as AddressInfo).port}`,
  });
  const client = service.newClient();
  expect(await (await fetch(`${service.url}/settings`)).json()).toMatchObject({
    captcha: {
      provider: 'hcaptcha',
      site_key: 'da-loja',
      script_url: expect.stringMatching(/^https:/) as string,
    },
  });
  const signUp = (captchaToken?: string) =>
    client.signUp({ email: 'humana@example.com', password, options: { captchaToken } });
  expect((await signUp()).error).toMatchObject({ status: 400, code: 'captcha_failed' });
  expect((await signUp('mau')).error?.message).toContain('invalid-input-response');
  expect((await signUp('bom')).error).toBeNull();
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.resetPasswordForEmail('humana@example.com')).error).toMatchObject({
    code: 'captcha_failed',
  });
  captchaServer.close();
  captchaServer.closeAllConnections();
  const unreachable = await service.post('/recover', {
    email: 'humana@example.com',
    gotrue_meta_security: { captcha_token: 'bom' },
  });
  expect(unreachable.status).toBe(503);
  await service.stop();
});

test('allows the captcha widget in the Content-Security-Policy only if configured', () => {
  expect(captchaSites({})).toEqual([]);
  expect(captchaSites({ AUTH_CAPTCHA_SECRET: 'x' })).toEqual([]);
  const sites = captchaSites({
    AUTH_CAPTCHA_SECRET: 'x',
    AUTH_CAPTCHA_PROVIDER: 'turnstile',
    AUTH_CAPTCHA_SITE_KEY: 'y',
    AUTH_CAPTCHA_VERIFY_URL: 'https://captcha.example/verify',
    AUTH_CAPTCHA_SCRIPT_URL: 'https://captcha.example/api.js',
  });
  expect(contentSecurityPolicy({ scripts: ["'sha256-n'"], styles: [] }, sites)).toContain(
    "script-src 'self' 'sha256-n' https://captcha.example; ",
  );
  expect(contentSecurityPolicy({ scripts: ["'sha256-n'"], styles: [] }, sites)).toContain(
    "frame-src 'self' blob: https://www.youtube-nocookie.com https://player.vimeo.com https://captcha.example",
  );
  expect(contentSecurityPolicy()).toContain(
    "frame-src 'self' blob: https://www.youtube-nocookie.com https://player.vimeo.com; ",
  );
});
