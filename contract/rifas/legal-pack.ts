/** The authorisation of a rifa, with its files. */
import { z } from 'zod';
import { LEGAL_ROUTES } from '@mare/domain/rifas/legal/legal-routes.ts';
import { plainText, trimmedText } from '../plain-text.ts';
import { storedDay } from '../stored-dates.ts';

/** Fourteen characters without punctuation; letters are allowed in the first twelve. Publishing checks the digits. */
const cnpj = z
  .string()
  .regex(/^[0-9A-Z]{12}[0-9]{2}$/)
  .nullable();

export const legalPack = z.object({
  route: z.enum(LEGAL_ROUTES),
  authorisationNumber: trimmedText(60).nullable(),
  organiserName: trimmedText(120).nullable(),
  organiserCnpj: cnpj,
  /** Validity of the authorisation, both days included. */
  validFrom: storedDay.nullable(),
  validUntil: storedDay.nullable(),
  /** The entity that receives the proceeds. */
  beneficiaryName: trimmedText(120).nullable(),
  beneficiaryCnpj: cnpj,
  regulation: plainText(50_000),
  taxNote: trimmedText(500),
});
export type LegalPack = z.infer<typeof legalPack>;

export const legalFileKind = z.enum(['certificate', 'ownership']);
export const legalFile = z.object({
  kind: legalFileKind,
  name: z.string(),
  type: z.enum(['image/jpeg', 'application/pdf']),
  storedAt: z.iso.datetime(),
});
export type LegalFile = z.infer<typeof legalFile>;
