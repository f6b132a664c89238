/** What a benchmark has opened, closed in reverse when it ends, fails or is interrupted. */

export interface Closing {
  /** To be called before opening takes its time, so that an interruption meanwhile is no leak. */
  add(close: () => Promise<unknown>): void;
  run(): Promise<void>;
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

export function closeAtTheEnd(): Closing {
  const closes: (() => Promise<unknown>)[] = [];
  let running: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (let close = closes.pop(); close; close = closes.pop())
      await close().catch((error: unknown) => console.error(error));
  }
  const run = () => (running ??= closeAll());

  for (const [signal, number] of Object.entries(SIGNALS))
    process.once(signal, () => {
      // What was under way fails now, and has nobody to tell.
      process.on('uncaughtException', () => undefined).on('unhandledRejection', () => undefined);
      void run().finally(() => process.exit(128 + number));
    });
  return { add: (close) => closes.push(close), run };
}
