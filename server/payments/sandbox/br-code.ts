import { generatePixPayload } from '@brazilian-utils/brazilian-utils';

/** A well-formed but unregistered Pix key, which no bank can pay. */
const KEY = '00000000-0000-4000-8000-000000000001';

/** Builds a sandbox payment's "copia e cola" as a static BR Code, the form that the provider uses too. */
export function sandboxBrCode(paymentId: string, amountCentavos: number): string {
  const payload = generatePixPayload({
    key: KEY,
    merchantName: 'AMBIENTE DE TESTES',
    merchantCity: 'MACEIO',
    amount: amountCentavos / 100,
    txid: `sbx${paymentId}`,
  });
  if (payload === null) throw new RangeError(`no BR Code for ${amountCentavos} centavos`);
  return payload;
}
