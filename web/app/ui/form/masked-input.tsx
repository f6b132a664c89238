import type { MaskitoOptions } from '@maskito/core';
import { useMaskito } from '@maskito/react';
import type { ComponentProps } from 'react';
import { Input } from './field.tsx';
import type { RegisteredInput } from './field-rules.ts';

interface MaskedInputProps extends Omit<ComponentProps<'input'>, 'ref'> {
  mask: MaskitoOptions;
  field: RegisteredInput;
}

/** Form input that inserts punctuation while typing. */
export function MaskedInput({ mask, field: { ref, ...field }, ...rest }: MaskedInputProps) {
  const maskRef = useMaskito({ options: mask });
  return (
    <Input
      {...rest}
      {...field}
      // The mask changes the DOM value directly; React gets the change from input events.
      onInput={({ currentTarget }) => void field.onChange?.({ target: currentTarget })}
      ref={(element) => {
        ref?.(element);
        maskRef(element);
      }}
    />
  );
}
