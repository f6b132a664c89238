import { useState } from 'react';
import { Icon } from '../ui/style/icons.tsx';
import { HALF_PERCENT } from '@mare/domain/rifas/scarcity.ts';
import { BANNER_EVERY_MS, WINNERS_BOUGHT } from '@mare/domain/social-proof/simulated-stats.ts';
import { Illustrative } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';
import { useSimulation } from './use-simulation.ts';

const SELLING_FAST = 'As cotas estão saindo rápido!';
const MESSAGES = [
  'Quanto mais números, mais chances de ganhar.',
  `Ganhadores anteriores compraram de ${WINNERS_BOUGHT.min} a ${WINNERS_BOUGHT.max} números.`,
  'Garanta seus números antes do sorteio.',
];

/** Dismissible banner with rotating messages, none of which contradicts the rifa's progress. */
export function UrgencyBanner({ soldPercent }: { soldPercent: number }) {
  const [closed, setClosed] = useState(false);
  const messages = soldPercent >= HALF_PERCENT ? [SELLING_FAST, ...MESSAGES] : MESSAGES;
  const index = useSimulation(0, (current) => (current + 1) % messages.length, BANNER_EVERY_MS);
  if (!useIllustrative() || closed) return null;
  return (
    <aside aria-label="Avisos ilustrativos" className="bg-coral text-on-coral">
      <div className="shell flex min-h-11 items-center gap-3 text-xs font-semibold sm:min-h-12 sm:text-sm">
        <Icon name="flame" />
        <p className="grow text-balance sm:py-2">{messages[index % messages.length]}</p>
        <Illustrative />
        <button
          type="button"
          aria-label="Fechar aviso"
          onClick={() => setClosed(true)}
          className="-mr-3 grid size-11 shrink-0 place-items-center rounded-full hover:bg-on-coral/15 focus-visible:outline-current"
        >
          <Icon name="close" />
        </button>
      </div>
    </aside>
  );
}
