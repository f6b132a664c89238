import type { ChangeEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** Rule for a required field. */
export const filled = (sentence: string) => (value: string) => value.trim() !== '' || sentence;

/** Finds typos only; a confirmation mail verifies the address. */
export const looksLikeEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());

/** Properties of a control that its validation message depends on. */
interface CheckedControl {
  type: string;
  title: string;
  validity: Partial<ValidityState>;
  min?: string;
  max?: string;
  minLength?: number;
}

/** Message for a value that fails browser validation. A control's `title` describes its `pattern`. */
export function validationMessage({ type, title, validity, min, max, minLength }: CheckedControl): string {
  const isChosen = type.startsWith('select') || type === 'checkbox' || type === 'radio';
  const isDate = type.startsWith('date') || type === 'month' || type === 'time';
  if (validity.valueMissing) return isChosen ? 'Escolha uma opção.' : 'Preencha este campo.';
  if (validity.typeMismatch && type === 'email') return 'Informe um e-mail válido.';
  if (validity.typeMismatch) return 'Informe um endereço completo, que comece com https://.';
  if (validity.tooShort) return `Escreva pelo menos ${minLength} caracteres.`;
  if (isDate && (validity.rangeUnderflow || validity.rangeOverflow)) return 'Escolha uma data possível.';
  if (validity.rangeUnderflow) return `O menor valor possível é ${min}.`;
  if (validity.rangeOverflow) return `O maior valor possível é ${max}.`;
  return title || 'Confira o que está escrito aqui.';
}

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
