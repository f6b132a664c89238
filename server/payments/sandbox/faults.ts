/** Fault injection: timeouts, errors and malformed responses of a failing provider. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import type { FaultPlan } from './fault-plan.ts';
import type { SandboxContext } from './context.ts';

/** Longer than any caller's timeout. */
const HANG_MS = 30_000;

export function injectFaults(context: SandboxContext, mount: string): MiddlewareHandler {
  return async (c, next) => {
    const call = `${c.req.method} ${c.req.path.slice(mount.length)}`;
    const fault = takeFault(context, call);
    context.served.calls += 1;
    if (!fault) return next();
    context.served.faulted += 1;
    if (fault.latency_ms) await sleep(fault.latency_ms);
    if (fault.timeout_before_commit) await hang(c.req.raw.signal);
    if (fault.status) {
      const headers = fault.retry_after ? { 'retry-after': String(fault.retry_after) } : undefined;
      const body = JSON.stringify({
        status: fault.status,
        error: 'sandbox_fault',
        message: 'Falha simulada',
        cause: [],
      });
      return new Response(body, {
        status: fault.status,
        headers: { 'content-type': 'application/json', ...headers },
      });
    }
    await next();
    if (fault.timeout_after_commit) await hang(c.req.raw.signal);
    if (fault.html_200) c.res = new Response('<html><body>Manutenção</body></html>', { status: 200 });
    if (fault.malformed_json) c.res = new Response('{"id": 10000', { status: 200 });
    if (fault.stall_body) c.res = new Response(stalledBody(), { status: 200 });
  };
}

function takeFault(context: SandboxContext, call: string): FaultPlan | null {
  const fault = context.faults.find(
    (plan) => call.startsWith(plan.match) && context.random.bytes(1)[0]! / 256 < plan.probability,
  );
  if (!fault) return null;
  if (fault.times !== undefined) {
    fault.times -= 1;
    if (fault.times === 0) context.faults.splice(context.faults.indexOf(fault), 1);
  }
  return fault;
}

async function hang(signal: AbortSignal): Promise<void> {
  await sleep(HANG_MS, undefined, { signal, ref: false }).catch(() => undefined);
}

function stalledBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"id": ')),
    pull: () => hang(AbortSignal.timeout(HANG_MS)),
  });
}
