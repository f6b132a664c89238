/** Masks and validation of the customer form's optional fields. */
import { type MaskitoMaskExpression, type MaskitoOptions, maskitoTransform } from '@maskito/core';
import { isValidCep } from '@brazilian-utils/brazilian-utils/is-valid-cep';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone';
import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';

/** Of 00 55, an area code and a mobile number. */
const MAX_PHONE_DIGITS = 15;

const digits = (pattern: string): (string | RegExp)[] =>
  Array.from(pattern, (char) => (char === '0' ? /\d/ : char));

export const cpfMask: MaskitoOptions = { mask: digits('000.000.000-00') };
export const cepMask: MaskitoOptions = { mask: digits('00000-000') };
/** With +55 or 0 before the area code, digits until the number is complete, which is then shown without it. */
export const phoneMask: MaskitoOptions = {
  mask: ({ value }) => (hasPrefix(value) ? PREFIXED : nationalMask(value)),
  postprocessors: [
    (state) => {
      const national =
        hasPrefix(state.value) && readBrazilianPhone(state.value.replace(/^\s*(?:\+|00)55/, ''));
      if (!national) return state;
      const value = maskitoTransform(national, { mask: nationalMask(national) });
      return { value, selection: [value.length, value.length] };
    },
  ],
};

const PREFIXED: MaskitoMaskExpression = [/[+\d]/, ...Array<RegExp>(MAX_PHONE_DIGITS).fill(/\d/)];

const hasPrefix = (phone: string) => /^\s*[+0]/.test(phone) || phone.replace(/\D/g, '').length > 11;

const nationalMask = (phone: string) =>
  digits(phone.replace(/\D/g, '').length > 10 ? '(00) 00000-0000' : '(00) 0000-00000');

const whenFilled = (isValid: (value: string) => boolean, sentence: string) => (value: string) =>
  value.trim() === '' || isValid(value) || sentence;

export const validateCpf = whenFilled(
  isValidCpf,
  'Este CPF não existe. Confira os números ou deixe em branco.',
);
/** For a CPF that is needed. */
export function requireCpf(value: string): true | string {
  if (value.trim() === '') return 'Informe o CPF.';
  return isValidCpf(value) || 'Este CPF não existe. Confira os números.';
}

export const validateCep = whenFilled(isValidCep, 'O CEP tem 8 números. Confira ou deixe em branco.');
export const validatePhone = whenFilled(
  isValidPhone,
  'Confira o telefone com DDD, como (82) 99999-0001, ou deixe em branco.',
);
