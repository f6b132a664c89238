import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { parseQuantity, type QuantityNote } from '@mare/domain/checkout/manual-quantity.ts';
import { classNames } from '../style/class-names.ts';
import { Icon } from '../style/icons.tsx';
import { formatInteger } from '@mare/domain/format.ts';

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

/** Number input between minus and plus buttons. Ignores a typed number outside the limits, and names the limit. */
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
  const [note, setNote] = useState<QuantityNote | null>(null);
  /** Announced to screen readers after a press, as the focus is on the button. */
  const [isStepped, setStepped] = useState(false);
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);

  /** Takes text typed before hydration: React keeps it in the input, but calls no `onChange`. */
  const takeTyped = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (typed !== '' && typed !== String(value)) type(typed);
  });
  useEffect(() => takeTyped(), []);

  function type(text: string) {
    const typed = parseQuantity(text, { min, max });
    setNote(typed.note);
    setStepped(false);
    if (typed.note === 'max') return;
    setDraft(text);
    if (typed.quantity !== null && typed.note !== 'min') onChange(typed.quantity);
    else if (clearable) onChange(0);
  }

  function step(next: number) {
    setDraft(null);
    setNote(null);
    setStepped(true);
    onChange(next);
  }

  const side = classNames(
    'grid h-full shrink-0 place-items-center text-sea transition-colors focus-visible:-outline-offset-4 hover:bg-sea-tint aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft aria-disabled:opacity-50 aria-disabled:hover:bg-transparent',
    size === 'md' ? 'w-13' : 'w-11',
  );
  return (
    <div className={classNames('grid gap-1', size === 'md' ? '' : 'w-36')}>
      <fieldset
        aria-label={label}
        className={classNames(
          'flex items-stretch overflow-hidden rounded-full border-2 border-line-strong/70 bg-raised',
          'has-[input:focus-visible]:border-sea has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-sea',
          size === 'md' ? 'h-13' : 'h-11',
        )}
      >
        <button
          type="button"
          aria-label="Diminuir"
          // A disabled button would lose the focus.
          aria-disabled={value <= min || undefined}
          onClick={() => value > min && step(value - 1)}
          className={side}
        >
          <Icon name="minus" />
        </button>
        <input
          ref={input}
          inputMode="numeric"
          autoComplete="off"
          aria-label={label}
          aria-describedby={note ? noteId : undefined}
          value={draft ?? (value ? String(value) : '')}
          placeholder="0"
          onChange={(event) => type(event.target.value)}
          onBlur={() => setDraft(null)}
          className="tabular h-full w-full min-w-0 grow bg-transparent text-center font-display text-lg font-bold outline-none"
        />
        <button
          type="button"
          aria-label="Aumentar"
          aria-disabled={value >= max || undefined}
          onClick={() => value < max && step(Math.max(min, value + 1))}
          className={side}
        >
          <Icon name="plus" />
        </button>
      </fieldset>
      <p
        id={noteId}
        aria-live="polite"
        className={note ? 'text-sm font-semibold text-coral-strong' : 'sr-only'}
      >
        {note ? noteText(note, { value, min, max }) : isStepped && formatInteger(value)}
      </p>
    </div>
  );
}

function noteText(
  note: QuantityNote,
  { value, min, max }: { value: number; min: number; max: number },
): string {
  if (note === 'fraction') return `Só cotas inteiras: ficou ${formatInteger(value)}.`;
  if (note === 'min') return `O mínimo por pedido é ${formatInteger(min)}.`;
  return `O máximo por pedido é ${formatInteger(max)}${value > 0 ? `: ficou ${formatInteger(value)}` : ''}.`;
}
