/** Closes a benchmark's resources in reverse order when it ends, fails or is interrupted. */

export interface Cleanup {
  /** Call before a slow open is awaited, so that an interrupt does not leak the resource. */
  add(close: () => Promise<unknown>): void;
  run(): Promise<void>;
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

export function createCleanup(): Cleanup {
  const closes: (() => Promise<unknown>)[] = [];
  let running: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (let close = closes.pop(); close; close = closes.pop())
      await close().catch((error: unknown) => console.error(error));
  }
  const run = () => (running ??= closeAll());

  for (const [signal, number] of Object.entries(SIGNALS))
    process.once(signal, () => {
      // Work in progress fails now; ignore its errors.
      process.on('uncaughtException', () => undefined).on('unhandledRejection', () => undefined);
      void run().finally(() => process.exit(128 + number));
    });
  return { add: (close) => closes.push(close), run };
}
