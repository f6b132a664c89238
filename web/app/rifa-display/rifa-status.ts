import type { ShownStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import type { ScarcityLevel, SellingStage } from '@mare/domain/rifas/scarcity.ts';
import type { BadgeTone } from '../ui/data-display/badge.tsx';
import type { IconName } from '../ui/style/icons.tsx';
import type { ProgressTone } from '../ui/data-display/progress-bar.tsx';
import type { ProgressStage } from '@mare/domain/rifas/scarcity.ts';

interface StatusLook {
  tone: BadgeTone;
  /** Text of the card's button, which only an active rifa enables. */
  action: string;
}

export const statusLooks: Record<ShownStatus, StatusLook> = {
  draft: { tone: 'neutral', action: 'Em Breve' },
  scheduled: { tone: 'sea', action: 'Em Breve' },
  active: { tone: 'success', action: 'Participar Agora' },
  paused: { tone: 'warning', action: 'Vendas Pausadas' },
  closed: { tone: 'sea', action: 'Vendas Encerradas' },
  completed: { tone: 'neutral', action: 'Ver Resultado' },
  cancelled: { tone: 'danger', action: 'Cancelada' },
};

export const scarcityLooks: Record<ScarcityLevel, { label: string; tone: BadgeTone; icon: IconName }> = {
  high: { label: 'Quase esgotado', tone: 'coral', icon: 'flame' },
  medium: { label: 'Popular', tone: 'warning', icon: 'star' },
  low: { label: 'Disponível', tone: 'success', icon: 'check' },
};

export const progressTones: Record<ProgressStage, ProgressTone> = {
  fresh: 'sea',
  moving: 'success',
  popular: 'sun',
  'almost-gone': 'coral',
};

export const sellingMessages: Record<SellingStage, string> = {
  beginning: 'Ainda há muitas cotas. Escolha com calma.',
  'past-half': 'Mais da metade já foi vendida!',
  'almost-gone': 'Quase esgotado! Garanta as suas cotas.',
  'sold-out': 'Todas as cotas foram vendidas.',
};
