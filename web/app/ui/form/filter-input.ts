import type { ChangeEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** A registered field that changes its text while the user types, e.g. to upper case. */
export function filterInput(field: UseFormRegisterReturn, filter: (text: string) => string) {
  return {
    ...field,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const input = event.target;
      const text = filter(input.value);
      // Assigning moves the caret to the end, so an unchanged text is left alone.
      if (text !== input.value) input.value = text;
      return field.onChange(event);
    },
  };
}

export const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** Digits of a positive integer; empty for none. */
export const positiveDigitsOf = (text: string) => digitsOf(text).replace(/^0+/, '');
