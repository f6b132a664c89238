/** Environment of the server process. deploy/ uses the same values. */
import { join } from 'node:path';
import { root } from './workspace.mjs';

/**
 * Keeps the process small: a 16 MB young generation instead of ten times as much, memory returned to the system early,
 * and a compile cache for faster starts.
 */
export const serving = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=8`.trim(),
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
