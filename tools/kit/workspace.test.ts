import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a program that is stopped alone stops the server it runs, and waits for it', async () => {
  const server = `process.on('SIGTERM', () => setTimeout(() => process.exit(7), 50));
    setInterval(() => undefined, 1000); console.log('ready')`;
  const program = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { run } from ${JSON.stringify(join(import.meta.dirname, 'workspace.mjs'))};
       process.exit(await run('node', ['-e', ${JSON.stringify(server)}], { forwardsSignals: true }));`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(program.stdout, 'data');
  // As a supervisor does: not to the process group.
  program.kill('SIGTERM');
  expect(await once(program, 'exit')).toEqual([7, null]);
});
