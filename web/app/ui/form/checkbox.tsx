import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, className, ...rest }: ChoiceProps) {
  return (
    <label className={classNames('flex min-h-11 items-start gap-3 py-2', className)}>
      <input type="checkbox" className="mt-1 size-5 shrink-0 accent-sea" {...rest} />
      <span>
        {label}
        {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
      </span>
    </label>
  );
}

/** Checkbox drawn as a switch, for on/off settings. */
export function Switch({ label, hint, className, ...rest }: ChoiceProps) {
  return (
    <label className={classNames('flex min-h-12 items-center justify-between gap-4 py-2', className)}>
      <span>
        <span className="font-semibold">{label}</span>
        {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
      </span>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its state
        role="switch"
        className={classNames(
          'relative h-7 w-12 shrink-0 appearance-none rounded-full bg-line-strong transition-colors duration-200',
          'before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-page before:shadow-soft',
          'before:transition-transform before:duration-200 before:ease-tide checked:bg-sea checked:before:translate-x-5',
          'forced-colors:border forced-colors:before:bg-[ButtonText] forced-colors:checked:bg-[Highlight]',
          'disabled:opacity-50',
        )}
        {...rest}
      />
    </label>
  );
}
