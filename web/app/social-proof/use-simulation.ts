import { useEffect, useEffectEvent, useState } from 'react';

/** Whether decoration may move: the page is in sight and its reader does not mind motion. */
export function mayMove(): boolean {
  return !document.hidden && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A value that `next` replaces every `everyMs`, except while the page is hidden or motion is unwanted. */
export function useSimulation<T>(initial: T, next: (current: T) => T, everyMs: number): T {
  const [value, setValue] = useState(initial);
  const advance = useEffectEvent(() => {
    if (mayMove()) setValue(next);
  });
  useEffect(() => {
    const timer = setInterval(() => advance(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return value;
}
