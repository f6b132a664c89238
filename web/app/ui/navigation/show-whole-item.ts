import type { SyntheticEvent } from 'react';

/** Scrolls a row so that the pressed or focused item at its edge is shown whole. */
export function showWholeItem({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
