/** `npm run ops -- backup | restore | rotate | preflight | doctor | retry-jobs | restore-list`: see docs/operations.md. */
import { ensureInstalled, run } from './kit/workspace.mjs';

ensureInstalled();
process.exit(await run('node', ['server/ops/main.ts', ...process.argv.slice(2)]));
