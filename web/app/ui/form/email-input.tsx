import { type ComponentProps, useRef, useState } from 'react';
import { correctEmail } from '@mare/domain/accounts/mistyped-email.ts';
import { LiveRegion } from '../live-region.tsx';
import { Input } from './field.tsx';

interface EmailInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Called with the address that the person accepts instead of the typed one. */
  onCorrect: (email: string) => void;
}

/** Input of an e-mail address that has not been used here yet. Offers the intended one after a typing mistake. */
export function EmailInput({ onCorrect, onChange, onBlur, ...rest }: EmailInputProps) {
  const [meant, setMeant] = useState<string | null>(null);
  const whole = useRef<HTMLDivElement>(null);
  const accept = (email: string) => {
    onCorrect(email);
    setMeant(null);
    whole.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={whole} className="grid gap-1.5">
      <Input
        type="email"
        inputMode="email"
        maxLength={255}
        {...rest}
        onChange={(event) => {
          setMeant(null);
          onChange?.(event);
        }}
        onBlur={(event) => {
          setMeant(correctEmail(event.target.value));
          onBlur?.(event);
        }}
      />
      <LiveRegion className="text-sm">
        {meant && (
          <>
            Você quis dizer{' '}
            <button type="button" className="text-link wrap-anywhere" onClick={() => accept(meant)}>
              {meant}
            </button>
            ?
          </>
        )}
      </LiveRegion>
    </div>
  );
}
