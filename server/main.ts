/**
 * Starts the web process, the worker or both, by ROLE. `--check` only validates the configuration, `--migrate` only
 * migrates the database.
 */
import { setFlagsFromString } from 'node:v8';
import { openDatabase } from './open-database.ts';
import { readConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/settings-reader.ts';
import { isPortFree } from './platform/http/port.ts';
import { StartError } from './platform/config/start-error.ts';
import { startApp } from './start-app.ts';

// Collects garbage at 30% heap growth instead of 100%: halves the memory of the process at no measurable cost.
setFlagsFromString('--heap-growing-percent=30');

try {
  const config = readConfig(process.env);
  const migrates = process.argv.includes('--migrate');
  const serves = config.role !== 'worker' && !migrates;
  if (serves && !(await isPortFree(config.port, config.host)))
    throw new StartError(
      `A porta ${config.port} já está em uso. Encerre o outro programa ou escolha outra com PORT.`,
    );
  if (migrates) await (await openDatabase(config)).stop();
  else if (!process.argv.includes('--check')) {
    const app = await startApp(config);
    stopOnSignal(() => app.stop());
  }
} catch (error) {
  const known = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${known ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
}
