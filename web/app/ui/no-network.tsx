import type { ReactNode } from 'react';
import { classNames } from './style/class-names.ts';

interface NoNetworkProps {
  /** What holds until the network is back. */
  children: ReactNode;
  className?: string;
}

/** Tells that the browser has no network. */
export function NoNetwork({ children, className }: NoNetworkProps) {
  return (
    <output
      className={classNames(
        'block rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning',
        className,
      )}
    >
      Sem conexão. {children}
    </output>
  );
}
