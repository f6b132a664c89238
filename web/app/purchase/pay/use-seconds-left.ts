import { useEffect, useState } from 'react';

/**
 * Seconds until a moment by the server's clock, at least 0.
 * @param until ISO 8601
 * @param answeredAt time of the server's response, ISO 8601
 */
export function useSecondsLeft(until: string, answeredAt: string): number {
  const [skew] = useState(() => Date.parse(answeredAt) - Date.now());
  const remaining = () => Math.max(0, Math.round((Date.parse(until) - Date.now() - skew) / 1000));
  const [left, setLeft] = useState(remaining);
  useEffect(() => {
    const timer = setInterval(() => setLeft(remaining()), 500);
    return () => clearInterval(timer);
  });
  return left;
}

/** Whether a moment has passed by the server's clock; renders once, when it does. The parameters are those above. */
export function useHasPassed(until: string, answeredAt: string): boolean {
  const [skew] = useState(() => Date.parse(answeredAt) - Date.now());
  const hasPassed = () => Date.now() + skew >= Date.parse(until);
  const [passed, setPassed] = useState(hasPassed);
  useEffect(() => {
    const timer = setInterval(() => setPassed(hasPassed()), 500);
    return () => clearInterval(timer);
  });
  return passed;
}
