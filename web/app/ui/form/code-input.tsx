import { Input } from './field.tsx';

/** Digits of a code sent by message. */
export const CODE_LENGTH = 6;

interface CodeInputProps {
  code: string;
  onChange: (code: string) => void;
  className?: string;
}

/** Input for a one-time code. Supports autofill from messages and drops all characters except digits. */
export function CodeInput({ code, onChange, className }: CodeInputProps) {
  return (
    <Input
      value={code}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={CODE_LENGTH}
      className={className}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
    />
  );
}
