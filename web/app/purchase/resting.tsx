/** For buyers who paused their purchases or excluded themselves: while a part of the page is marked `data-resting`. */
export const hiddenWhileResting = 'group-has-[[data-resting]]/page:hidden';

/** Label of a link to a rifa: a neutral one for such a buyer. */
export function ParticipateLabel({ children }: { children: string }) {
  return (
    <>
      <span className={hiddenWhileResting}>{children}</span>
      <span className="hidden group-has-[[data-resting]]/page:inline">Ver a rifa</span>
    </>
  );
}
