import { classNames } from '../style/class-names.ts';

interface CountdownDisplayProps {
  /** Null shows empty cells. */
  left: { days: number; hours: number; minutes: number; seconds: number } | null;
  urgent?: boolean;
  /** Accessible name, e.g. 'Sorteio em'. */
  label: string;
}

const twoDigits = (value: number | undefined) =>
  value === undefined ? '--' : String(value).padStart(2, '0');

/** Four cells for days, hours, minutes and seconds; coral when urgent. Stateless: the caller updates `left`. */
export function CountdownDisplay({ left, urgent = false, label }: CountdownDisplayProps) {
  const cells = [
    { value: left ? String(left.days) : '--', unit: left?.days === 1 ? 'dia' : 'dias' },
    { value: twoDigits(left?.hours), unit: 'h' },
    { value: twoDigits(left?.minutes), unit: 'min' },
    { value: twoDigits(left?.seconds), unit: 's' },
  ];
  return (
    <div
      role="timer"
      aria-label={left ? `${label}: ${left.days} dias, ${left.hours} horas e ${left.minutes} minutos` : label}
      className="grid grid-cols-4 gap-1.5"
    >
      {cells.map((cell) => (
        <div
          key={cell.unit}
          aria-hidden
          className={classNames(
            'rounded-sm px-1 py-1.5 text-center leading-none',
            urgent ? 'bg-coral-tint text-coral-strong' : 'bg-sunken text-ink',
          )}
        >
          <span className="tabular block font-display text-lg leading-tight font-bold">{cell.value}</span>
          <span className="block text-xs">{cell.unit}</span>
        </div>
      ))}
    </div>
  );
}
