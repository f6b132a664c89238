/** Updates a public log and kills itself at a named point: `<database> <data folder> <point>`. */
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { systemClock, systemRandom } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import { integrateBatch } from './integrate-log.ts';
import { type LogKey, openLogKey } from '../keys/log-key.ts';
import { signTree } from './sign-tree.ts';

const [url = '', dataDir = '', where = ''] = process.argv.slice(2);
const config = readConfig({ PORT: '4000', DATA_DIR: dataDir });
const key = openLogKey(config, systemRandom)!;
const db = connectKysely(connectPool({ url, max: 2 }));

await integrateBatch({ db }, 30);
killAt('after-integrating');
const dying: LogKey = {
  readLast: () => key.readLast(),
  readChange: () => key.readChange(),
  writeLast(checkpoint) {
    killAt('before-signing');
    key.writeLast(checkpoint);
    killAt('after-writing-last');
  },
  signer: key.signer,
};
await signTree(
  {
    db,
    log: createLog('silent'),
    clock: {
      now() {
        // Called for the stored checkpoint in a transaction that is not committed yet.
        killAt('before-commit');
        return systemClock.now();
      },
    },
  },
  dying,
);
throw new Error(`unknown point ${where}`);

function killAt(point: string): void {
  if (point === where) process.kill(process.pid, 'SIGKILL');
}
