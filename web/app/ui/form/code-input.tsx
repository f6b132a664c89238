import { Input } from './field.tsx';

/** Digits of a code that was sent. */
export const CODE_LENGTH = 6;

interface CodeInputProps {
  code: string;
  onChange: (code: string) => void;
  className?: string;
}

/** For a code from a message, which the phone may fill in by itself; all but digits is left out. */
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
