import { ConfigError } from '../platform/config/settings-reader.ts';
import { describeFileFault } from '../platform/config/start-error.ts';
import { UsageError } from './arguments.ts';
import { OpsError } from './ops-error.ts';

/** Message for the operator: a sentence for faults that an operator can fix, otherwise the stack. */
export function describeFault(error: unknown): string {
  if (error instanceof OpsError || error instanceof ConfigError || error instanceof UsageError)
    return error.message;
  return describeFileFault(error) ?? String((error as Error).stack);
}
