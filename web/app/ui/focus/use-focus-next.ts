import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isFocusLost } from './use-kept-focus.ts';

const CONTROLS = 'input:not([hidden]), select, textarea, button, a[href], [tabindex="-1"]';

/**
 * For content that replaces itself, as a form does its first step by its second: moves the focus to the first control
 * of what came, if the control that had it is gone.
 *
 * @param step changes with the content
 * @param since 'at once' if the first content came in place of other content already
 * @returns ref of the element around the content
 */
export function useFocusNext<Shell extends HTMLElement>(
  step: string,
  since: 'later' | 'at once' = 'later',
): RefObject<Shell | null> {
  const shell = useRef<Shell>(null);
  const shown = useRef(since === 'later' ? step : null);
  // Before the next frame: in it, a dialog whose focused control was removed focuses itself.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (isFocusLost(shell.current)) shell.current?.querySelector<HTMLElement>(CONTROLS)?.focus();
  }, [step]);
  return shell;
}
