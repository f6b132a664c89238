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
