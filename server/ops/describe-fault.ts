import { ConfigError } from '../platform/config/settings-reader.ts';
import { describeFileFault } from '../platform/config/start-error.ts';
import { UsageError } from './arguments.ts';
import { OpsError } from './run-program.ts';

/** What the operator reads: a sentence for what an operator can mend, else the stack. */
export function describeFault(error: unknown): string {
  if (error instanceof OpsError || error instanceof ConfigError || error instanceof UsageError)
    return error.message;
  return describeFileFault(error) ?? String((error as Error).stack);
}
