import { expect, test } from 'vitest';
import { VIDEO_ORIGINS } from '@mare/domain/rifas/video.ts';
import { contentSecurityPolicy, createHttpApp, rejectNul } from './http.ts';
import { createLog } from '../log/log.ts';

function headersOf(publicUrl: string) {
  const app = createHttpApp(createLog('silent'), publicUrl);
  app.get('/', (c) => c.text('ok'));
  return Promise.resolve(app.request('/')).then(({ headers }) => headers);
}

test('sends security headers on every response, and HSTS over https', async () => {
  const safe = await headersOf('https://loja.example');
  expect(Object.fromEntries(safe)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000',
  });
  expect((await headersOf('http://localhost:3000')).has('strict-transport-security')).toBe(false);
});

test('forbids caching errors', async () => {
  const app = createHttpApp(createLog('silent'));
  app.get('/gone', (c) => c.text('gone', 410, { 'cache-control': 'max-age=60' }));
  expect((await app.request('/none')).headers.get('cache-control')).toBe('no-store');
  expect((await app.request('/gone')).headers.get('cache-control')).toBe('max-age=60');
});

test('allows scripts from this site or by hash only', () => {
  const policy = contentSecurityPolicy({ scripts: ["'sha256-abc='"], styles: [] });
  expect(policy).toMatch(/(?:^|; )script-src 'self' 'sha256-abc='(?:;|$)/);
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
  const otherDirectives = policy.replaceAll(/(?:style-src-attr|frame-src) [^;]*/g, '');
  expect(otherDirectives).not.toMatch(/unsafe|\*|https?:/);
  // Only videos are embedded from other sites.
  expect(/frame-src ([^;]*)/.exec(policy)![1]).toBe(["'self' blob:", ...VIDEO_ORIGINS].join(' '));
});

test('allows framing only of listed pages, and only by this site', async () => {
  const app = createHttpApp(createLog('silent'), '', (path) => path === '/framed');
  app.get('*', (c) => c.text('ok'));
  const ancestors = async (path: string) =>
    /frame-ancestors [^;]*/.exec((await app.request(path)).headers.get('content-security-policy')!)?.[0];
  expect(await ancestors('/framed')).toBe("frame-ancestors 'self'");
  expect(await ancestors('/other')).toBe("frame-ancestors 'none'");
});

test.each(['/a%00b', '/?busca=%00'])('rejects %s, which PostgreSQL cannot store', async (path) => {
  const app = createHttpApp(createLog('silent'));
  app.use(rejectNul);
  app.get('*', (c) => c.text('ok'));
  expect((await app.request(path)).status).toBe(400);
  expect((await app.request('/?busca=%2500')).status).toBe(200);
});

test('does not reveal the cause of an error', async () => {
  const app = createHttpApp(createLog('silent'));
  app.get('/', () => {
    throw new Error('select * from secrets');
  });
  const response = await app.request('/');
  expect(response.status).toBe(500);
  const body = (await response.json()) as object;
  expect(body).toEqual({
    code: 'INTERNAL_SERVER_ERROR',
    message: 'Ocorreu um erro inesperado. Tente novamente.',
    requestId: response.headers.get('x-request-id'),
  });
});
