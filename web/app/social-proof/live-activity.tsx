import { useEffect, useState } from 'react';
import { Icon, type IconName } from '../ui/icons.tsx';
import {
  ACTIVITY_FIRST_MS,
  ACTIVITY_RETURNS_MS,
  ACTIVITY_STAYS_MS,
  between,
} from '@mare/domain/social-proof/figures.ts';
import { Illustrative } from './illustrative.tsx';
import { useIllustrative } from './mode.ts';
import { mayMove } from './use-simulation.ts';

interface Activity {
  id: string;
  type: 'purchase' | 'winner' | 'participant';
  message: string;
  location: string;
  time: string;
}

const activities: Activity[] = [
  { id: '1', type: 'purchase', message: 'Maria comprou 10 números', location: 'Maceió', time: 'agora mesmo' },
  { id: '2', type: 'participant', message: 'Joana entrou na rifa', location: 'Satuba', time: 'há 1 min' },
  { id: '3', type: 'winner', message: 'Cláudia ganhou um prêmio', location: 'Pilar', time: 'há 2 dias' },
  {
    id: '4',
    type: 'purchase',
    message: 'Teresa comprou 5 números',
    location: 'Paripueira',
    time: 'há 3 min',
  },
  {
    id: '5',
    type: 'purchase',
    message: 'Sílvia comprou o plano Ouro',
    location: 'Rio Largo',
    time: 'há 4 min',
  },
];

const icons: Record<Activity['type'], IconName> = {
  purchase: 'ticket',
  winner: 'trophy',
  participant: 'user',
};

/** A small card in the corner: after 3 seconds, for 6 seconds, again after 15 to 35 seconds. */
export function LiveActivity() {
  const illustrative = useIllustrative();
  const [activity, setActivity] = useState<Activity | null>(null);
  const [dismissed, setDismissed] = useState(false);
  useEffect(() => {
    if (!illustrative || dismissed) return undefined;
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
      if (mayMove()) {
        setActivity(activities[shown % activities.length]!);
        shown += 1;
      }
      later(hide, ACTIVITY_STAYS_MS);
    };
    later(show, ACTIVITY_FIRST_MS);
    return () => clearTimeout(timer);
  }, [illustrative, dismissed]);

  if (!activity || !illustrative || dismissed) return null;
  return (
    <aside
      aria-label="Atividade ilustrativa"
      className="fixed top-20 left-4 z-20 flex w-[min(100vw-2rem,20rem)] items-center gap-3 rounded-lg border border-line bg-raised p-3 shadow-lift lg:top-auto lg:bottom-6"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sea-tint text-sea-strong">
        <Icon name={icons[activity.type]} />
      </span>
      <p className="grow text-sm leading-snug">
        <strong className="block">{activity.message}</strong>
        <span className="text-ink-soft">
          {activity.location} · {activity.time} · <Illustrative />
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
    </aside>
  );
}
