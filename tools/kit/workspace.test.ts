import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a program that receives SIGTERM stops its server and waits for it', async () => {
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
  // Sent to the process only, not to its group, as a supervisor does.
  program.kill('SIGTERM');
  expect(await once(program, 'exit')).toEqual([7, null]);
});
