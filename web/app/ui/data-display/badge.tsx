import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import { Icon, type IconName } from '../style/icons.tsx';

export type BadgeTone = 'neutral' | 'sea' | 'coral' | 'sun' | 'success' | 'warning' | 'danger';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink',
  sea: 'bg-sea-tint text-sea-strong',
  coral: 'bg-coral-tint text-coral-strong',
  sun: 'bg-sun text-on-sun',
  success: 'bg-success-tint text-success',
  warning: 'bg-warning-tint text-warning',
  danger: 'bg-danger-tint text-danger',
};

interface BadgeProps {
  tone?: BadgeTone;
  icon?: IconName;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-1 text-xs leading-none font-bold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} className="size-[1.15em]" />}
      {children}
    </span>
  );
}

/** Formats a count above 99 as '99+' (spec: community, section 9). */
export function shortCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** Count on the corner of a button. Renders nothing for 0. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden
      className="absolute -top-0.5 -right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-coral px-1 text-[0.6875rem] leading-none font-bold text-on-coral"
    >
      {shortCount(count)}
    </span>
  );
}
