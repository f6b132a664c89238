import { once } from 'node:events';
import { createServer } from 'node:net';

/** Whether a server can listen on the port. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  const outcome = Promise.race([
    once(probe, 'listening').then(() => true),
    once(probe, 'error').then(() => false),
  ]);
  probe.listen(port, host);
  const free = await outcome.catch(() => false);
  if (free) {
    probe.close();
    await once(probe, 'close');
  }
  return free;
}
