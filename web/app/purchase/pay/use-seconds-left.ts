import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { hasPassed, secondsLeft, type TimedAnswer } from './seconds-left.ts';

const UPDATE_EVERY_MS = 500;

/** Seconds until a moment (ISO 8601) by the server's clock, at least 0. */
export function useSecondsLeft(until: string, answer: TimedAnswer): number {
  return useClock(answer, (now) => secondsLeft(until, answer, now));
}

/** Whether a moment (ISO 8601) has passed by the server's clock; renders once, when it does. */
export function useHasPassed(until: string, answer: TimedAnswer): boolean {
  return useClock(answer, (now) => hasPassed(until, answer, now));
}

/** A value that depends on the time. Until hydration, that of the moment of the answer, which server and browser share. */
function useClock<Value extends number | boolean>(
  { receivedAt }: TimedAnswer,
  valueAt: (now: number) => Value,
): Value {
  return useSyncExternalStore(
    subscribeToClock,
    () => valueAt(Date.now()),
    () => valueAt(receivedAt),
  );
}

function subscribeToClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, UPDATE_EVERY_MS);
  return () => clearInterval(timer);
}

/** When the data of a query arrived; a cached answer is older than the component that shows it. */
export function useReceivedAt(queryKey: QueryKey): number {
  return useQueryClient().getQueryState(queryKey)?.dataUpdatedAt ?? 0;
}
