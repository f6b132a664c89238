import type { LegalPack } from '@mare/contract/rifas/legal-pack.ts';

/** Legal pack of a rifa without any data yet. */
export const EMPTY_LEGAL_PACK: LegalPack = {
  route: 'none',
  authorisationNumber: null,
  organiserName: null,
  organiserCnpj: null,
  validFrom: null,
  validUntil: null,
  beneficiaryName: null,
  beneficiaryCnpj: null,
  regulation: '',
  taxNote: '',
};
