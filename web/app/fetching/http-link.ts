import type { ClientContext, ClientLink } from '@orpc/client';
import type { AnyContractProcedure } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import routes from 'virtual:contract-routes';
import { accessToken } from '../session/session.ts';
import { fetchInTime } from '../session/fetch-in-time.ts';
import { callOnce } from './idempotency-keys.ts';
import { recordServerTime } from '../ui/server-clock.ts';

const transport = new OpenAPILink<ClientContext>(routes, {
  url: () => `${window.location.origin}/api`,
  headers: async ({ context }) => {
    const token = await accessToken();
    return {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(context.idempotencyKey && { 'idempotency-key': context.idempotencyKey as string }),
    };
  },
  fetch: async (request, init) => {
    const response = await fetchInTime(request, init);
    recordServerTime(response.headers);
    return response;
  },
});

/** HTTP transport of API calls. Adds the access token of the signed-in user. Repeats a rejected call once if that may help. */
export const httpLink: ClientLink<ClientContext> = {
  call: (path, input, options) =>
    takesKey(path, input)
      ? callOnce(path, input, (idempotencyKey) =>
          callWithSession(path, input, { ...options, context: { ...options.context, idempotencyKey } }),
        )
      : callWithSession(path, input, options),
};

/** Not a read, nor a call whose form has its own key. */
function takesKey(path: readonly string[], input: unknown): boolean {
  const procedure = path.reduce<unknown>((node, name) => Reflect.get(node as object, name), routes);
  if ((procedure as AnyContractProcedure)['~orpc'].route.method === 'GET') return false;
  return !(typeof input === 'object' && input !== null && 'headers' in input);
}

const callWithSession: ClientLink<ClientContext>['call'] = async (path, input, options) => {
  const sent = await accessToken();
  try {
    return await transport.call(path, input, options);
  } catch (error) {
    if (!(await mayRepeat(error, sent))) throw error;
    return transport.call(path, input, options);
  }
};

async function mayRepeat(error: unknown, sent: string | null): Promise<boolean> {
  try {
    const failedCall = await import('./failures/failed-call.ts');
    return await failedCall.mayRepeat(error, sent);
  } catch {
    return false;
  }
}
