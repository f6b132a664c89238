/** Every operation that changes something is behind the gate of recent proof, or is listed as harmless. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts/accounts.testing.ts';
import { readAuthSettings } from '../accounts/auth-settings.ts';
import { createAuthRoutes } from '../accounts/auth-service.routes.ts';
import { isProofGate } from '../platform/http/api.ts';
import { createRouter } from '../composition/router.ts';
import { createServices, type Services } from '../composition/services.ts';
import { JOBS } from '../composition/worker.ts';
import { HARMLESS } from './requests/harmless-operations.testing.ts';
import { implementationOf, PROCEDURES } from './requests/procedures.testing.ts';

/** A session counts as proved for ten minutes. */
const STALE_SECONDS = 601;

/** Reads of personal data, tested like changes. */
const EXPORTS: ReadonlySet<string> = new Set(['accounts.exportOwnData']);

let service: TestAuthService;
let services: Services;
beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOBS);
  services = createServices(service.platform);
});
afterAll(async () => {
  await services.stop();
  await service.stop();
});

interface Walked {
  name: string;
  isGated: boolean;
  declaresError: boolean;
}

/** Procedures that change something, and exports. */
function walkProcedures(): Walked[] {
  const router = createRouter(services);
  return [...PROCEDURES].flatMap(([name, described]) => {
    const { route, errorMap } = described['~orpc'];
    if (route.method === 'GET' && !EXPORTS.has(name)) return [];
    const { middlewares } = implementationOf(router, name)['~orpc'];
    const isGated = middlewares.some((middleware) => isProofGate(middleware));
    return [{ name, isGated, declaresError: 'RECENT_PROOF_REQUIRED' in errorMap }];
  });
}

/** Endpoints of the auth service that a signed-in caller uses, with a body that changes something. */
async function walkAuthService(): Promise<Walked[]> {
  const settings = readAuthSettings({}, service.platform.config);
  const app = await createAuthRoutes(service.platform, settings);
  const { session } = await signUpPerson(service);
  service.clock.advance(STALE_SECONDS);
  const endpoints = new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path}`),
  );
  const walked: Walked[] = [];
  for (const name of endpoints) {
    const [method, route] = name.split(' ') as [string, string];
    const path = route.replaceAll(/:\w+/g, crypto.randomUUID());
    const call = (authorization?: string) =>
      app.request(path, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        ...(method !== 'GET' && { body: '{"password":"outra-senha"}' }),
      });
    if ((await call()).headers.get('x-sb-error-code') !== 'no_authorization') continue;
    const response = await call(`Bearer ${session.access_token}`);
    const isGated = response.headers.get('x-sb-error-code') === 'reauthentication_needed';
    walked.push({ name, isGated, declaresError: isGated });
  }
  return walked;
}

test('every sensitive operation needs a recent proof or is listed as harmless', async () => {
  const walked = [...walkProcedures(), ...(await walkAuthService())];
  expect(walked.length).toBeGreaterThan(80);
  const open = walked.filter(({ isGated }) => !isGated).map(({ name }) => name);
  expect(open.toSorted()).toEqual(Object.keys(HARMLESS).toSorted());
  expect(walked.filter(({ isGated, declaresError }) => isGated && !declaresError)).toEqual([]);
});

test('every harmless operation has a reason', () => {
  expect(Object.entries(HARMLESS).filter(([, reason]) => reason.trim().length < 10)).toEqual([]);
});
