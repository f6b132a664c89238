/** `npm run ops -- COMMAND`: the operator's commands (docs/operations.md); `--help` lists them. */
import { ensureInstalled, run } from './kit/workspace.mjs';

ensureInstalled();
process.exit(await run('node', ['server/ops/main.ts', ...process.argv.slice(2)]));
