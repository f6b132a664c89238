import { type PopupActivity, ActivityPopup } from './activity-popup.tsx';
import { Illustrative } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';

const activities: PopupActivity[] = [
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

/** Popup with invented purchases and prizes. */
export function LiveActivity() {
  if (!useIllustrative()) return null;
  return <ActivityPopup label="Atividade ilustrativa" activities={activities} note={<Illustrative />} />;
}
