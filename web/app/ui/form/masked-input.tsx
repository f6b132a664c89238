import type { MaskitoOptions } from '@maskito/core';
import { useMaskito } from '@maskito/react';
import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Input } from './field.tsx';

interface MaskedInputProps extends Omit<ComponentProps<'input'>, 'ref'> {
  mask: MaskitoOptions;
  field: UseFormRegisterReturn;
}

/** Form input that inserts punctuation while typing. */
export function MaskedInput({ mask, field: { ref, ...field }, ...rest }: MaskedInputProps) {
  const maskRef = useMaskito({ options: mask });
  return (
    <Input
      {...rest}
      {...field}
      // The mask changes the DOM value directly; React gets the change from input events.
      onInput={(event) => void field.onChange(event)}
      ref={(element) => {
        ref(element);
        maskRef(element);
      }}
    />
  );
}
