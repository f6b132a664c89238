/** Compares the public log with the checkpoints that this device has seen, and stores the result. Runs in the browser. */
import {
  type Compared,
  compareGrowth,
  confirmRollback,
  type Growth,
  parseSeenLogs,
  type SeenLog,
} from '@mare/domain/transparency/witness/seen-checkpoints.ts';
import { queries } from '../api.ts';

const STORAGE_KEY = 'mare-registro';
/** A cached page or a lagging replica catches up within this time. */
const RETRY_MS = 5_000;

export async function watchLog(): Promise<Compared> {
  const compared = compareGrowth(readSeen(), await fetchGrowth(), new Date());
  if (compared.state !== 'SMALLER') return save(compared);
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  const answer = await fetchGrowth();
  const result = compareGrowth(readSeen(), answer, new Date());
  if (result.state !== 'SMALLER') return save(result);
  return save({ ...result, state: 'FORK', logs: confirmRollback(result.logs, answer, new Date()) });
}

function fetchGrowth(): Promise<Growth> {
  const [log] = readSeen();
  const size = log ? Number(log.notes.at(-1)!.split('\n')[1]) : 0;
  return queries.transparency.growth.call({ from: size });
}

function readSeen(): SeenLog[] {
  try {
    return parseSeenLogs(window.localStorage.getItem(STORAGE_KEY));
  } catch {
    return [];
  }
}

function save(compared: Compared): Compared {
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(compared.logs));
  } catch {
    // Without storage the comparison only applies to this visit.
  }
  return compared;
}
