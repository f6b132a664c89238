/** `npm start`: installs, builds and runs the whole shop, also on a fresh clone. */
import { serving } from './kit/serving.mjs';
import { ensureBuilt, ensureInstalled, run } from './kit/workspace.mjs';

ensureInstalled();
// Printed first: a start takes some seconds even when everything is built.
console.log('Abrindo a loja...');
// Reports a wrong setting or a busy port before the slow steps.
const ready = await run('node', ['server/main.ts', '--check']);
if (ready !== 0) process.exit(ready);
await ensureBuilt();

// A signal may reach this process alone or the whole group (Ctrl-C): the server stops at the first one. One for npm ends npm
// and its shell only.
process.exit(
  await run('node', ['server/main.ts'], {
    env: { ...serving, NODE_ENV: 'production' },
    forwardsSignals: true,
    exitsWithParent: process.env.npm_lifecycle_event === 'start',
  }),
);
