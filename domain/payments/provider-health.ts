/**
 * Health of a payment provider. With few calls, an error rate means little, so the last calls decide; without a recent
 * call the health is unknown.
 */
import { dateInMaceio } from '../time/maceio-time.ts';
import { formatDateTime, formatInteger, formatTime } from '../format.ts';

export interface ProviderCalls {
  lastAnsweredAt: Date | null;
  /** Calls without a response since `lastAnsweredAt`. */
  failures: number;
  /** The first of `failures`; null without one. */
  failingSince: Date | null;
  lastFailedAt: Date | null;
  /** `auth`: the provider rejected the credentials. */
  lastFailure: string | null;
}

/** `quiet`: no call of the last 15 minutes. `unused`: no call at all. */
export type ProviderHealth = 'responds' | 'fails' | 'quiet' | 'unused';

const RECENT_MINUTES = 15;

export function assessProvider(calls: ProviderCalls, now: Date): ProviderHealth {
  const last = lastCallAt(calls);
  if (!last) return 'unused';
  if (now.getTime() - last.getTime() > RECENT_MINUTES * 60_000) return 'quiet';
  return calls.failures > 0 ? 'fails' : 'responds';
}

/** Says in Portuguese how the last calls ended: 'As 3 últimas chamadas falharam, desde 14:02.' */
export function describeProvider(calls: ProviderCalls, now: Date): string {
  const health = assessProvider(calls, now);
  if (health === 'unused') return 'Nenhuma chamada até agora.';
  const known = describeLastCalls(calls, now);
  return health === 'quiet' ? `Nenhuma chamada nos últimos ${RECENT_MINUTES} minutos. ${known}` : known;
}

function describeLastCalls(
  { failures, failingSince, lastAnsweredAt, lastFailure }: ProviderCalls,
  now: Date,
) {
  const at = (moment: Date) => describeMoment(moment, now);
  if (failures === 0 || !failingSince)
    return `A última chamada foi respondida, ${at(lastAnsweredAt ?? now)}.`;
  const failed =
    failures === 1
      ? `A última chamada falhou, ${at(failingSince)}.`
      : `As ${formatInteger(failures)} últimas chamadas falharam, a primeira ${at(failingSince)}.`;
  return lastFailure === 'auth' ? `${failed} O provedor recusa a credencial.` : failed;
}

/** 'às 14:02', or with its date if that is not today's. */
function describeMoment(at: Date, now: Date): string {
  return dateInMaceio(at) === dateInMaceio(now) ? `às ${formatTime(at)}` : `em ${formatDateTime(at)}`;
}

function lastCallAt({ lastAnsweredAt, lastFailedAt }: ProviderCalls): Date | null {
  if (!lastAnsweredAt || !lastFailedAt) return lastAnsweredAt ?? lastFailedAt;
  return lastAnsweredAt > lastFailedAt ? lastAnsweredAt : lastFailedAt;
}
