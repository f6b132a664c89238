import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './style/class-names.ts';
import { Icon, type IconName } from './style/icons.tsx';
import { preventLayoutShift } from './prevent-layout-shift.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'quiet' | 'danger' | 'sun';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-coral text-on-coral shadow-soft hover:bg-coral-strong',
  secondary: 'bg-sea text-on-sea shadow-soft hover:bg-sea-strong',
  outline: 'border-2 border-line-strong text-ink hover:border-sea hover:text-sea',
  quiet: 'text-ink hover:bg-sea-tint',
  danger: 'bg-danger-tint text-danger hover:bg-danger hover:text-page',
  sun: 'bg-sun text-on-sun shadow-soft hover:brightness-105',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-10 px-4 text-sm',
  md: 'min-h-12 px-5 text-base',
  lg: 'min-h-14 px-7 text-lg',
};

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Full width of its container. */
  block?: boolean;
}

/** Button classes for elements other than the components below. */
export function buttonClass({ variant = 'primary', size = 'md', block }: Look = {}): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-full py-2 text-center font-bold leading-tight',
    'transition duration-200 ease-tide active:scale-[0.98]',
    'forced-colors:border-2',
    'disabled:cursor-not-allowed disabled:opacity-55 disabled:shadow-none disabled:active:scale-100',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:shadow-none aria-disabled:active:scale-100',
    variants[variant],
    sizes[size],
    block && 'w-full',
  );
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  icon?: IconName;
  /**
   * Shows a spinner and ignores presses. The button keeps the focus, which a disabled one would lose. A button with
   * this property accepts one press per frame, because a second one could come before `loading` is rendered.
   */
  loading?: boolean;
  /** Replaces the label while loading, e.g. 'Enviando...'. */
  loadingText?: ReactNode;
}

export function Button({
  variant,
  size,
  block,
  icon,
  loading,
  loadingText,
  className,
  disabled,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Also prevents Enter in a field, which clicks the form's button, from submitting the form again.
    if (loading || held.has(event.currentTarget)) return event.preventDefault();
    if (loading === false) holdUntilRendered(event.currentTarget);
    onClick?.(event);
  };
  return (
    <button
      type={type}
      disabled={disabled}
      {...preventLayoutShift(press)}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      className={classNames(buttonClass({ variant, size, block }), className)}
      {...rest}
    >
      {loading ? <Icon name="refresh" className="size-[1.1em] animate-turn" /> : icon && <Icon name={icon} />}
      {loading && loadingText ? loadingText : children}
    </button>
  );
}

/** Pressed buttons whose next press is ignored. */
const held = new WeakSet<Element>();

/** Two frames and a task: by then the pending state of a request that the press sends is rendered. */
function holdUntilRendered(button: Element) {
  held.add(button);
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => held.delete(button))));
}

interface LinkButtonProps extends ComponentProps<typeof Link>, Look {
  icon?: IconName;
}

/** Link styled as a button. Use it for navigation, and Button for actions. */
export function LinkButton({ variant, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link className={classNames(buttonClass({ variant, size, block }), className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
}

/** Round icon button, 44 × 44 px. */
export function IconButton({ icon, label, className, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        'relative inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-200',
        'hover:bg-sea-tint disabled:cursor-not-allowed disabled:opacity-40',
        className,
      )}
      {...rest}
    >
      <Icon name={icon} className="size-[1.375rem]" />
      {children}
    </button>
  );
}
