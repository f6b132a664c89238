import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  ACTIVITY_FIRST_MS,
  ACTIVITY_RETURNS_MS,
  ACTIVITY_VISIBLE_MS,
  between,
} from '@mare/domain/social-proof/simulated-stats.ts';
import { bottomOfHeader } from '../ui/overlay/bottom-of-header.ts';
import { Icon, type IconName } from '../ui/style/icons.tsx';
import { canAnimate } from './use-simulation.ts';

export interface PopupActivity {
  id: string;
  type: 'purchase' | 'winner' | 'participant';
  message: string;
  location: string;
  time: string;
}

const icons: Record<PopupActivity['type'], IconName> = {
  purchase: 'ticket',
  winner: 'trophy',
  participant: 'user',
};

const GAP_PX = 12;

interface ActivityPopupProps {
  label: string;
  /** Shown one after the other. Must be referentially stable: a new array restarts the timer. */
  activities: readonly PopupActivity[];
  /** For screen readers only. */
  note?: ReactNode;
}

/** Card in the corner that appears periodically for a few seconds. */
export function ActivityPopup({ label, activities, note }: ActivityPopupProps) {
  const [activity, setActivity] = useState<PopupActivity | null>(null);
  const [dismissed, setDismissed] = useState(false);
  useEffect(() => {
    if (activities.length === 0 || dismissed) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let shown = 0;
    const later = (run: () => void, ms: number) => {
      timer = setTimeout(run, ms);
    };
    const hide = () => {
      setActivity(null);
      later(show, between(ACTIVITY_RETURNS_MS, Math.random));
    };
    const show = () => {
      if (canAnimate()) {
        setActivity(activities[shown % activities.length]!);
        shown += 1;
      }
      later(hide, ACTIVITY_VISIBLE_MS);
    };
    later(show, ACTIVITY_FIRST_MS);
    return () => clearTimeout(timer);
  }, [activities, dismissed]);

  if (!activity || dismissed) return null;
  // Outside the main element, a container, which older browsers would fix it to.
  return createPortal(
    <aside
      aria-label={label}
      style={{ '--under-header': `${bottomOfHeader() + GAP_PX}px` } as CSSProperties}
      className="fixed top-(--under-header) left-4 z-20 flex w-[min(100vw-2rem,20rem)] items-center gap-3 rounded-lg border border-line bg-raised p-3 shadow-lift lg:top-auto lg:bottom-6"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sea-tint text-sea-strong">
        <Icon name={icons[activity.type]} />
      </span>
      <p className="grow text-sm leading-snug">
        <strong className="block">{activity.message}</strong>
        <span className="text-ink-soft">
          {activity.location} · {activity.time}
          {note && (
            <>
              <span className="sr-only"> · </span>
              {note}
            </>
          )}
        </span>
      </p>
      <button
        type="button"
        aria-label="Não mostrar mais"
        onClick={() => setDismissed(true)}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sea-tint"
      >
        <Icon name="close" className="size-4" />
      </button>
    </aside>,
    document.body,
  );
}
