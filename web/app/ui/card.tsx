import type { ComponentProps } from 'react';
import { classNames } from './style/class-names.ts';

/** Raised surface. Without `padded`, the content sets its own padding. */
export function Card({ padded, className, ...rest }: ComponentProps<'div'> & { padded?: boolean }) {
  return (
    <div
      className={classNames(
        'rounded-lg border border-line bg-surface shadow-soft',
        padded && 'p-5 sm:p-6',
        className,
      )}
      {...rest}
    />
  );
}
