import { classNames } from './class-names.ts';

interface CountdownDisplayProps {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  urgent?: boolean;
  /** What time runs towards, for screen readers, e.g. 'Sorteio em'. */
  label: string;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Days, hours, minutes and seconds as four cells; coral when urgent. It shows, it does not tick. */
export function CountdownDisplay({ days, hours, minutes, seconds, urgent, label }: CountdownDisplayProps) {
  const cells = [
    { value: String(days), unit: days === 1 ? 'dia' : 'dias' },
    { value: twoDigits(hours), unit: 'h' },
    { value: twoDigits(minutes), unit: 'min' },
    { value: twoDigits(seconds), unit: 's' },
  ];
  return (
    <div
      role="timer"
      aria-label={`${label}: ${days} dias, ${hours} horas e ${minutes} minutos`}
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
          <span className="tabular block font-display text-lg font-bold">{cell.value}</span>
          <span className="mt-0.5 block text-xs">{cell.unit}</span>
        </div>
      ))}
    </div>
  );
}
