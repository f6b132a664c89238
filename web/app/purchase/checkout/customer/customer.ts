import type { Residence, StatedResidence } from '../../../accounts/profile/residence.ts';

interface ContactFields {
  name: string;
  email: string;
  phone: string;
  cpf: string;
  cep: string;
  address: string;
}

/** Buyer data sent with the order. */
export type Customer = ContactFields & StatedResidence;

export type CustomerFields = ContactFields & Residence;
