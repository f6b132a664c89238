import type { WonPrize } from '@mare/contract/draws/prizes.ts';
import type { BadgeTone } from '../../ui/data-display/badge.tsx';

export const prizeStates: Record<WonPrize['state'], { label: string; tone: BadgeTone }> = {
  open: { label: 'À espera do ganhador', tone: 'warning' },
  claimed: { label: 'Pedido, falta entregar', tone: 'coral' },
  sent: { label: 'A caminho', tone: 'sea' },
  delivered: { label: 'Entregue', tone: 'success' },
  expired: { label: 'Prescrito', tone: 'neutral' },
};
