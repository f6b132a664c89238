/**
 * Starts the web process, the worker or both, by ROLE. `--check` only validates the configuration, `--migrate` only
 * migrates the database.
 */
import { type Config, readConfig } from './platform/config/config.ts';
import { setHeapGrowth } from './platform/heap-growth.ts';
import { findPortFault } from './platform/http/port.ts';
import { readSecrets } from './platform/config/read-secret.ts';
import { describeStartFault, StartError } from './platform/config/start-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const forgetSignals = reportSignals();
try {
  const config = readConfig(process.env);
  setHeapGrowth(config.role);
  const migrates = process.argv.includes('--migrate');
  const portFault = migrates ? null : await findBusyPort(config);
  if (portFault) throw new StartError(portFault);
  // The program loads only once it can start, so that a wrong setting is reported at once.
  if (migrates) {
    const { openDatabase } = await import('./composition/open-database.ts');
    await (await openDatabase(config)).stop();
  } else if (process.argv.includes('--check')) checkSecret(config);
  else {
    const { startApp } = await import('./composition/start-app.ts');
    const app = await startApp(config);
    stopOnSignal(() => app.stop());
  }
  forgetSignals();
} catch (error) {
  process.stderr.write(`${describeStartFault(error)}\n`);
  process.exit(1);
}

/** Only the demonstration makes its own secret, at its start. @throws ConfigError */
function checkSecret(config: Config): void {
  if (!config.demo) readSecrets(process.env, config);
}

/** Until the process is ready a signal ends it at once, but not without a word. */
function reportSignals(): () => void {
  const report = (signal: NodeJS.Signals) => {
    process.stderr.write(`${signal} encerrou o processo antes de ele estar pronto.\n`);
    forget();
    process.kill(process.pid, signal);
  };
  const forget = () => SIGNALS.forEach((signal) => process.off(signal, report));
  for (const signal of SIGNALS) process.on(signal, report);
  return forget;
}

/** @returns why this process cannot listen, as a sentence for the operator */
async function findBusyPort({ role, port, metricsPort, host }: Config): Promise<string | null> {
  if (role !== 'worker') return findPortFault(port, host);
  return metricsPort === null ? null : findPortFault(metricsPort, host, 'METRICS_PORT');
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${describeStartFault(error)}\n`);
          process.exit(1);
        },
      );
    });
}
