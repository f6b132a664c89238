import type { ComponentProps } from 'react';
import { Input } from './field.tsx';

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  withTime?: boolean;
}

/** A date, or a local date and time. Sets a maximum, because browsers otherwise accept years of six digits. */
export function DateInput({ withTime = false, ...rest }: DateInputProps) {
  return withTime ? (
    <Input type="datetime-local" max="9999-12-31T23:59" {...rest} />
  ) : (
    <Input type="date" max="9999-12-31" {...rest} />
  );
}
