/** How the product's process is run, beside its settings. deploy/ names the same figures. */
import { join } from 'node:path';
import { root } from './workspace.mjs';

/**
 * A process of the product stays small: young objects get 16 MB instead of ten times as much, larger pieces of memory go
 * back to the system at once, and what was compiled at one start is there at the next.
 */
export const serving = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=8`.trim(),
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
