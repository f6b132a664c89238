/** Texts for invalid fields of a person, in a profile or an order. */
export const INVALID_CPF = 'Este CPF não existe. Confira os números ou deixe em branco.';
export const UNKNOWN_CITY = 'Informe a cidade e o estado.';
export const WRONG_BIRTH_DATE = 'Confira a data de nascimento.';
export const INVALID_PHONE = 'Confira o telefone com DDD ou deixe em branco.';
