/** The whole API over HTTP, with the auth service that its callers sign in with. */
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from '@mare/contract/contract.ts';
import { startAuthService } from '../accounts/accounts.testing.ts';
import { serveApi } from '../endpoints/api-handler.ts';
import { createHttpApp } from '../platform/http/http.ts';
import { createRouter } from '../composition/router.ts';
import { createServices } from '../composition/services.ts';
import { JOBS } from '../composition/worker.ts';

export type WholeApi = Awaited<ReturnType<typeof startWholeApi>>;

export async function startWholeApi() {
  const service = await startAuthService();
  await service.jobs.prepare(JOBS);
  const services = createServices(service.platform);
  const app = createHttpApp(service.platform.log);
  const router = createRouter(services);
  serveApi(app, service.platform, router);
  return {
    service,
    router,
    /** @param token of the caller's session; null for a visitor */
    clientOf(token: string | null): ContractRouterClient<typeof contract> {
      const link = new OpenAPILink(contract, {
        url: 'http://localhost/api',
        headers: token ? { authorization: `Bearer ${token}` } : {},
        fetch: async (request) => app.fetch(request),
      });
      return createORPCClient(link);
    },
    async stop() {
      await services.stop();
      await service.stop();
    },
  };
}
