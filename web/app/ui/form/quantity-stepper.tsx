import { useState } from 'react';
import { classNames } from '../style/class-names.ts';
import { Icon } from '../style/icons.tsx';

interface QuantityStepperProps {
  /** 0 means no quantity and shows an empty input. */
  value: number;
  /** Called with an integer from `min` to `max`, or with 0 when `clearable` and the input is cleared. */
  onChange: (value: number) => void;
  min?: number;
  max: number;
  label: string;
  clearable?: boolean;
  size?: 'sm' | 'md';
}

/** Number input between minus and plus buttons. Ignores a typed number above `max`. */
export function QuantityStepper({
  value,
  onChange,
  min = 1,
  max,
  label,
  clearable = false,
  size = 'md',
}: QuantityStepperProps) {
  /** Text of the input while the user types; null shows `value`. */
  const [draft, setDraft] = useState<string | null>(null);

  function type(raw: string) {
    const digits = raw.replace(/\D/g, '');
    const typed = Number(digits);
    if (typed > max) return;
    setDraft(digits);
    if (typed >= min) onChange(typed);
    else if (clearable) onChange(0);
  }

  function step(next: number) {
    setDraft(null);
    onChange(next);
  }

  const side = classNames(
    'grid h-full shrink-0 place-items-center text-sea transition-colors hover:bg-sea-tint disabled:cursor-not-allowed disabled:text-ink-soft disabled:opacity-50 disabled:hover:bg-transparent',
    size === 'md' ? 'w-13' : 'w-11',
  );
  return (
    <fieldset
      aria-label={label}
      className={classNames(
        'flex items-stretch overflow-hidden rounded-full border-2 border-line-strong/70 bg-raised',
        'has-[input:focus-visible]:border-sea',
        size === 'md' ? 'h-13' : 'h-11 w-36',
      )}
    >
      <button
        type="button"
        aria-label="Diminuir"
        disabled={value <= min}
        onClick={() => step(Math.max(min, value - 1))}
        className={side}
      >
        <Icon name="minus" />
      </button>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        value={draft ?? (value ? String(value) : '')}
        placeholder="0"
        onChange={(event) => type(event.target.value)}
        onBlur={() => setDraft(null)}
        className="tabular h-full w-full min-w-0 grow bg-transparent text-center font-display text-lg font-bold outline-none"
      />
      <button
        type="button"
        aria-label="Aumentar"
        disabled={value >= max}
        onClick={() => step(Math.min(max, Math.max(min, value + 1)))}
        className={side}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  );
}
