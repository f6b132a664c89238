import { generatePixPayload } from '@brazilian-utils/brazilian-utils';

/** A well-formed key that is registered nowhere: no bank can pay it. */
const KEY = '00000000-0000-4000-8000-000000000001';

/** The "copia e cola" of a sandbox payment, in the static form that the provider uses too. */
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
