/** A separate web process for tests of live notifications, with connected browsers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createORPCClient, getEventMeta } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from '@mare/contract/contract.ts';
import type { LiveEvent } from '@mare/contract/notifications/notifications.ts';
import type { TestAuthService } from '../accounts/accounts.testing.ts';

export type ApiClient = ContractRouterClient<typeof contract>;

export interface OtherProcess {
  /** A buyer with a client of the other process's API. */
  person(email: string): Promise<{
    userId: string;
    sessionId: string;
    auth: ReturnType<TestAuthService['newClient']>;
    client: ApiClient;
  }>;
  origin: string;
  stop(): Promise<void>;
}

export async function startOtherProcess(service: TestAuthService): Promise<OtherProcess> {
  const databaseUrl = (service.platform.pool.options as { connectionString: string }).connectionString;
  const program = fileURLToPath(new URL('./serve-notifications.testing.ts', import.meta.url));
  const child: ChildProcess = spawn(
    process.execPath,
    [program, databaseUrl, service.platform.config.publicUrl],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const [port] = (await once(createInterface(child.stdout!), 'line')) as [string];
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    async person(email) {
      const auth = service.newClient();
      const { data } = await auth.signUp({ email, password: 'segredo123' });
      const claims = await auth.getClaims(data.session!.access_token);
      const link = new OpenAPILink(contract, {
        url: `${origin}/api`,
        headers: { authorization: `Bearer ${data.session!.access_token}` },
      });
      const sessionId = claims.data!.claims.session_id;
      return { userId: data.user!.id, sessionId, auth, client: createORPCClient(link) };
    },
    async stop() {
      child.stdin!.end();
      await once(child, 'exit');
    },
  };
}

/** An open stream, read one title at a time. */
export async function connect(client: ApiClient, lastEventId?: string) {
  const closing = new AbortController();
  const events = await client.notifications.live(undefined, { signal: closing.signal, lastEventId });
  let last = lastEventId;
  const next = async (): Promise<LiveEvent> => {
    const { value, done } = await events.next();
    if (done) throw new Error('the stream ended');
    last = getEventMeta(value)?.id ?? last;
    return value;
  };
  return {
    next,
    ended: async () => (await events.next()).done === true,
    title: async () => {
      const event = await next();
      return event.kind === 'arrived' ? event.notification.title : event.kind;
    },
    lastId: () => last!,
    close: () => closing.abort(),
  };
}
