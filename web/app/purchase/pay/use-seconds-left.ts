import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasPassed, secondsLeft, type TimedAnswer } from './seconds-left.ts';

const UPDATE_EVERY_MS = 500;

/** Seconds until a moment (ISO 8601) by the server's clock, at least 0. */
export function useSecondsLeft(until: string, answer: TimedAnswer): number {
  return useClock((now) => secondsLeft(until, answer, now));
}

/** Whether a moment (ISO 8601) has passed by the server's clock; renders once, when it does. */
export function useHasPassed(until: string, answer: TimedAnswer): boolean {
  return useClock((now) => hasPassed(until, answer, now));
}

/** A value that depends on the time, and on the latest answer. */
function useClock<Value>(valueAt: (now: number) => Value): Value {
  const [value, setValue] = useState(() => valueAt(Date.now()));
  useEffect(() => {
    const update = () => setValue(() => valueAt(Date.now()));
    // A new answer may correct the value before the next tick.
    update();
    const timer = setInterval(update, UPDATE_EVERY_MS);
    return () => clearInterval(timer);
  });
  return value;
}

/** When the data of a query arrived; a cached answer is older than the component that shows it. */
export function useReceivedAt(queryKey: QueryKey): number {
  return useQueryClient().getQueryState(queryKey)?.dataUpdatedAt ?? 0;
}
