/** Validates the customer form: optional fields may be left out, but must be valid if present. */
import { isValidCep } from '@brazilian-utils/brazilian-utils/is-valid-cep';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone';
import type { CustomerInfo } from '@mare/contract/checkout/checkout.ts';

/** @returns the first invalid field, or null. */
export function validateCustomer({
  cpf,
  phone,
  cep,
  city,
  state,
}: CustomerInfo): 'cpf' | 'phone' | 'cep' | 'city' | null {
  if (cpf !== undefined && !isValidCpf(cpf)) return 'cpf';
  if (phone !== undefined && !isValidPhone(phone)) return 'phone';
  if (cep !== undefined && !isValidCep(cep)) return 'cep';
  if ((city === undefined) !== (state === undefined)) return 'city';
  return null;
}
