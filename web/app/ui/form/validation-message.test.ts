import { expect, test } from 'vitest';
import { validationMessage } from './validation-message.ts';

test.each([
  ['text', { valueMissing: true }, 'Preencha este campo.'],
  ['select-one', { valueMissing: true }, 'Escolha uma opção.'],
  ['email', { typeMismatch: true }, 'Informe um e-mail válido.'],
  ['url', { typeMismatch: true }, 'Informe um endereço completo, que comece com https://.'],
  ['text', { tooShort: true }, 'Escreva pelo menos 3 caracteres.'],
  ['number', { rangeUnderflow: true }, 'O menor valor possível é 1.'],
  ['number', { rangeOverflow: true }, 'O maior valor possível é 9.'],
  ['datetime-local', { rangeUnderflow: true }, 'Escolha uma data possível.'],
  ['text', { patternMismatch: true }, 'Cinco algarismos, como 01234.'],
])('describes an invalid %s with %o', (type, validity, sentence) => {
  const title = 'Cinco algarismos, como 01234.';
  expect(validationMessage({ type, title, validity, min: '1', max: '9', minLength: 3 })).toBe(sentence);
});

test('uses a general message for a pattern without a title', () => {
  expect(validationMessage({ type: 'text', title: '', validity: { patternMismatch: true } })).toBe(
    'Confira o que está escrito aqui.',
  );
});
