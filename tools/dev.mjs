/** `npm run dev`: rebuilds the site and restarts the server on changes. */
import { ensureInstalled, root, run } from './kit/workspace.mjs';
import { watch } from 'node:fs';
import { join } from 'node:path';

ensureInstalled();
if ((await run('react-router', ['build', 'web'])) !== 0) process.exit(1);

const QUIET_MS = 200;
let timer;
for (const folder of ['web/app', 'web/public', 'contract', 'domain'])
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run('react-router', ['build', 'web']), QUIET_MS);
  });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.exit(
  await run('node', [
    '--watch-preserve-output',
    '--watch-path=server',
    '--watch-path=web/build/server',
    '--watch-path=database',
    '--watch-path=contract',
    '--watch-path=domain',
    'server/main.ts',
  ]),
);
