import type { AffiliatePanel } from '@mare/contract/affiliates/affiliates.ts';

/** Labels of Pix key types. */
export const pixKeyNames: Record<NonNullable<AffiliatePanel['pixKey']>['type'], string> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  phone: 'Celular',
  email: 'E-mail',
  evp: 'Chave aleatória',
};
