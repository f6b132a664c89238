import { setFlagsFromString } from 'node:v8';
import type { Config } from './config/config.ts';

/**
 * Percent by which the heap grows before a full collection. Web processes keep their memory small. Workers retain
 * little but allocate much under load: collecting earlier took a fifth of their processor time.
 */
const PERCENT: Record<Config['role'], number> = { web: 30, all: 30, worker: 150 };

export function setHeapGrowth(role: Config['role']): void {
  setFlagsFromString(`--heap-growing-percent=${PERCENT[role]}`);
}
