/** `npm start`: on a fresh clone, alone, brings up the whole shop. */
import { serving } from './kit/serving.mjs';
import { ensureBuilt, ensureInstalled, run } from './kit/workspace.mjs';

ensureInstalled();
// At once: even what is all there takes some seconds to open.
console.log('Abrindo a loja...');
// A wrong setting or a busy port is told before anything slow begins.
const ready = await run('node', ['server/main.ts', '--check']);
if (ready !== 0) process.exit(ready);
await ensureBuilt();

// Ctrl-C reaches the whole group: the server stops by itself, and this waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.exit(await run('node', ['server/main.ts'], { env: { ...serving, NODE_ENV: 'production' } }));
