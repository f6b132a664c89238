import type { ChangeEvent } from 'react';

/** Rule for a required field. */
export const filled = (sentence: string) => (value: string) => value.trim() !== '' || sentence;

/** Finds typos only; a confirmation mail verifies the e-mail address. */
export const looksLikeEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());

/** Input properties provided by a form: those of React Hook Form, or of a form whose values the browser holds. */
export interface RegisteredInput {
  name: string;
  defaultValue?: string;
  onChange?: (event: { target: HTMLInputElement }) => unknown;
  ref?: (element: HTMLInputElement | null) => void;
}

/** A registered field that changes its text while the user types, e.g. to upper case. */
export function filterInput(field: RegisteredInput, filter: (text: string) => string) {
  return {
    ...field,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const input = event.target;
      const text = filter(input.value);
      // Assigning moves the caret to the end, so an unchanged text is left alone.
      if (text !== input.value) input.value = text;
      return field.onChange?.(event);
    },
  };
}

export const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** Digits of a positive integer; empty for none. */
export const positiveDigitsOf = (text: string) => digitsOf(text).replace(/^0+/, '');
