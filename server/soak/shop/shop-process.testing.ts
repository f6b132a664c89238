/**
 * One process of the product, started as by main.ts but without pages and with a clock that the parent moves. In the
 * web role its payment sandbox duplicates, drops and reorders webhooks.
 */
import type { Payments } from '../../payments/payments.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createRouter } from '../../composition/router.ts';
import { startApp } from '../../composition/start-app.ts';
import { createServerApp } from '../../composition/web-app.ts';

export type SoakMessage = { clockOffsetMs: number } | { runDueWork: true } | { providerLatencyMs: number };

let offsetMs = Number(process.env.CLOCK_OFFSET_MS);
let payments: Payments | undefined;

process.on('disconnect', () => process.exit(1));
process.on('message', (message: SoakMessage) => {
  if ('clockOffsetMs' in message) offsetMs = message.clockOffsetMs;
  else if ('providerLatencyMs' in message) slowDownProvider(message.providerLatencyMs);
  else payments?.runDueWork().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
});

/** Duration of every call to this process's sandbox in milliseconds; 0 for no delay. */
function slowDownProvider(latencyMs: number): void {
  const faults = payments?.sandbox?.context.faults;
  faults?.splice(0);
  if (latencyMs > 0) faults?.push({ match: '', probability: 1, latency_ms: latencyMs });
}

const app = await startApp(readConfig(process.env), {
  clock: { now: () => new Date(Date.now() + offsetMs) },
  jobTimings: { silenceSeconds: 10, checkSeconds: 1 },
  createApp(platform, services) {
    ({ payments } = services);
    Object.assign(payments.sandbox!.context.webhooks, {
      copies: 3,
      reorder: true,
      dropRate: 0.2,
      delayMs: 50,
    });
    return createServerApp(platform, services, createRouter(services));
  },
});
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.send!('started');
