import {
  createContext,
  use,
  useId,
  useMemo,
  useState,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
} from 'react';
import { classNames } from '../style/class-names.ts';
import { Icon } from '../style/icons.tsx';

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** How to fix the value. If set, the control is marked as invalid. */
  error?: ReactNode;
  optional?: boolean;
  className?: string;
  /** One Input, PasswordInput, Textarea or Select. */
  children: ReactNode;
}

/**
 * Label, hint and error of one control, linked to it with ARIA attributes. Also shows the errors of browser validation
 * (`required`, `pattern`, …) in place of the browser's own bubble.
 */
export function Field({ label, hint, error, optional, className, children }: FieldProps) {
  const id = useId();
  const [validationError, setValidationError] = useState<string>();
  const shownError = error || validationError;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = shownError ? `${id}-error` : undefined;
  const describedBy = classNames(hintId, errorId) || undefined;
  const invalid = Boolean(shownError);
  const wiring = useMemo(() => ({ id, describedBy, invalid }), [id, describedBy, invalid]);
  const showValidationError = (event: FormEvent) => {
    if (!isControl(event.target)) return;
    event.preventDefault();
    void messageFor(event.target).then(setValidationError);
    // Suppressing the bubble also suppresses the browser's focus on the first invalid control.
    if (event.target.form?.querySelector(INVALID) === event.target) event.target.focus();
  };
  return (
    <div
      className={classNames('grid content-start gap-1.5', className)}
      onInvalidCapture={showValidationError}
      onChange={() => setValidationError(undefined)}
    >
      <label htmlFor={id} className="text-sm font-bold">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (opcional)</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hint && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {shownError && (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-sm font-semibold text-danger">
          <Icon name="alert" className="mt-0.5 size-4" />
          {shownError}
        </p>
      )}
    </div>
  );
}

/** The Portuguese messages load with the first invalid control. Offline, the browser's own message is shown. */
async function messageFor(control: Control): Promise<string | undefined> {
  const messages = await import('./validation-message.ts').catch(() => null);
  // Corrected while the messages loaded.
  if (control.validity.valid) return undefined;
  return messages ? messages.validationMessage(control) : control.validationMessage;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const INVALID = 'input:invalid, select:invalid, textarea:invalid';

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLElement && target.matches(INVALID);

function useControl(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const wiring = use(FieldContext);
  if (!wiring) return {};
  return {
    id: wiring.id,
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.invalid || undefined,
  };
}

const control = classNames(
  'min-h-12 w-full rounded-md border-2 border-line-strong/70 bg-raised px-4 py-2 text-base text-ink',
  'transition-colors duration-200 placeholder:text-ink-soft hover:border-line-strong',
  'focus-visible:border-sea aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60',
);

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      className={classNames(control, '[&[readonly]]:bg-sunken [&[readonly]]:text-ink-soft', className)}
      {...useControl()}
      {...rest}
    />
  );
}

export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea rows={rows} className={classNames(control, 'py-3', className)} {...useControl()} {...rest} />
  );
}

/** Password input with a show/hide button. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <input
        type={shown ? 'text' : 'password'}
        className={classNames(control, 'pr-13', className)}
        {...useControl()}
        {...rest}
      />
      <button
        type="button"
        aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-1 grid w-11 place-items-center rounded-md text-ink-soft hover:text-sea"
      >
        <Icon name={shown ? 'eyeOff' : 'eye'} />
      </button>
    </div>
  );
}

/** Native select: uses the phone's picker and works without JavaScript. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select className={classNames(control, 'appearance-none pr-11', className)} {...useControl()} {...rest}>
        {children}
      </select>
      <Icon
        name="chevronDown"
        className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-soft"
      />
    </div>
  );
}

/** Options of a select. `labels` maps stored values to labels. */
export function Options({ labels }: { labels: Record<string, string> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
