import { hourLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { countdown } from '@mare/domain/rifas/lifecycle/countdown.ts';
import { CountdownDisplay } from '../ui/data-display/countdown-display.tsx';
import { useNow } from '../ui/use-now.ts';

/** Countdown to the draw. Before hydration the cells are empty, which prevents a layout shift. */
export function DrawCountdown({ drawDate }: { drawDate: string }) {
  const now = useNow();
  const left = now === null ? null : countdown(new Date(drawDate), new Date(now));
  return <CountdownDisplay label="Sorteio em" left={left} urgent={left?.urgent} />;
}

/** '12 dias restantes', 'Último dia: vendas até amanhã, 18h' or 'Encerrada'; empty before hydration. */
export function DaysLeft({ salesEndAt }: { salesEndAt: string }) {
  const now = useNow();
  if (now === null) return null;
  const end = new Date(salesEndAt);
  const { days, over } = countdown(end, new Date(now));
  if (over) return 'Encerrada';
  if (days === 0) {
    const tomorrow = dateInMaceio(end) === dateInMaceio(new Date(now)) ? '' : 'amanhã, ';
    return `Último dia: vendas até ${tomorrow}${hourLabel(end)}`;
  }
  return days === 1 ? '1 dia restante' : `${days} dias restantes`;
}
