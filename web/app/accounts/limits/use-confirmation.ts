import { useState } from 'react';

/**
 * Second step of an action that cannot be undone.
 * @param act its mutation shows the error; the confirmation then stays open
 */
export function useConfirmation(act: () => Promise<unknown>) {
  const [asking, setAsking] = useState(false);
  return {
    asking,
    ask: () => setAsking(true),
    close: () => setAsking(false),
    confirm: () =>
      void act().then(
        () => setAsking(false),
        () => undefined,
      ),
  };
}
