import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isFocusLost } from './use-kept-focus.ts';

const CONTROLS = 'input:not([hidden]), select, textarea, button, a[href], [tabindex="-1"]';

/**
 * For content that replaces itself, such as the second step of a form: moves the focus to the first control of the
 * new content if the focused control was removed.
 * @param step changes with the content
 * @param since 'at once' if the first content replaced other content
 * @returns ref of the element around the content
 */
export function useFocusNext<Shell extends HTMLElement>(
  step: string,
  since: 'later' | 'at once' = 'later',
): RefObject<Shell | null> {
  const shell = useRef<Shell>(null);
  const shown = useRef(since === 'later' ? step : null);
  // Runs before the next frame, in which a dialog whose focused control was removed focuses itself.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (isFocusLost(shell.current)) shell.current?.querySelector<HTMLElement>(CONTROLS)?.focus();
  }, [step]);
  return shell;
}
