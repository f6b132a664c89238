/**
 * Starts the web process, the worker or both, by ROLE. `--check` only validates the configuration, `--migrate` only
 * migrates the database.
 */
import { openDatabase } from './open-database.ts';
import { readConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/settings-reader.ts';
import { setHeapGrowth } from './platform/heap-growth.ts';
import { findPortFault } from './platform/http/port.ts';
import { describeFileFault, StartError } from './platform/config/start-error.ts';
import { startApp } from './start-app.ts';

try {
  const config = readConfig(process.env);
  setHeapGrowth(config.role);
  const migrates = process.argv.includes('--migrate');
  const serves = config.role !== 'worker' && !migrates;
  const portFault = serves ? await findPortFault(config.port, config.host) : null;
  if (portFault) throw new StartError(portFault);
  if (migrates) await (await openDatabase(config)).stop();
  else if (!process.argv.includes('--check')) {
    const app = await startApp(config);
    stopOnSignal(() => app.stop());
  }
} catch (error) {
  const known = error instanceof ConfigError || error instanceof StartError;
  const sentence = known ? error.message : describeFileFault(error);
  process.stderr.write(`${sentence ?? String((error as Error).stack)}\n`);
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
