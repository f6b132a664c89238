import { useEffect, useEffectEvent, useState } from 'react';

/** Whether animation is allowed: the page is visible and the visitor does not prefer reduced motion. */
export function canAnimate(): boolean {
  return !document.hidden && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Value updated by `next` every `everyMs` while animation is allowed. */
export function useSimulation<T>(initial: T, next: (current: T) => T, everyMs: number): T {
  const [value, setValue] = useState(initial);
  const advance = useEffectEvent(() => {
    if (canAnimate()) setValue(next);
  });
  useEffect(() => {
    const timer = setInterval(() => advance(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return value;
}
