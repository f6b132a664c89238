import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock.ts';

/** Caches the result of `read` for `everyMs`. Failures are not cached. */
export function atMostEvery<T>(clock: Clock, everyMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (last && now - last.at < everyMs) return last.value;
    const pending = read();
    last = { at: now, value: pending };
    pending.catch(() => {
      last = null;
    });
    return pending;
  };
}

export type Sample<Label extends string> = { value: number } & Record<Label, string>;

/** Registers a gauge whose samples are read when it is scraped. */
export function registerReadGauge<Label extends string>(
  registry: Registry,
  gauge: { name: string; help: string; labelNames: Label[] },
  read: () => Promise<Sample<Label>[]>,
): void {
  registry.registerMetric(
    new Gauge({
      ...gauge,
      registers: [],
      async collect() {
        const samples = await read();
        this.reset();
        for (const { value, ...labels } of samples)
          this.set(labels as unknown as Record<Label, string>, value);
      },
    }),
  );
}
