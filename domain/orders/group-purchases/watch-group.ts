import type { GroupState, PartState } from './part-state.ts';

const OPEN_MS = 3_000;
/** A payment that began before the end may still arrive. */
const ENDED_MS = 5_000;

/** Polling interval of a group's page in milliseconds; false once nothing changes any more. */
export function watchGroupEvery(group: {
  state: GroupState;
  parts: readonly { state: PartState }[];
  rifa: { status: string };
}): number | false {
  if (group.state === 'starting' || group.state === 'open') return OPEN_MS;
  // Paid parts of a cancelled rifa are refunded.
  const isRefunding = group.rifa.status === 'cancelled';
  return group.parts.some(({ state }) => state === 'taken' || (isRefunding && state === 'paid')) && ENDED_MS;
}
