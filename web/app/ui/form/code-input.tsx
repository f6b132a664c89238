import { Input } from './field.tsx';
import { digitsOf, filterInput, type RegisteredInput } from './field-rules.ts';

/** Digits of a code sent by message. */
export const CODE_LENGTH = 6;

interface CodeInputProps {
  field: RegisteredInput;
  className?: string;
}

/** Input for a one-time code. Supports autofill from messages and drops all characters except digits. */
export function CodeInput({ field, className }: CodeInputProps) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={CODE_LENGTH}
      className={className}
      {...filterInput(field, digitsOf)}
    />
  );
}
