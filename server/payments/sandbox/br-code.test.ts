import { isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { describe, expect, test } from 'vitest';
import { sandboxBrCode } from './br-code.ts';

describe('the BR Code', () => {
  test('of the sandbox matches a known code', () => {
    expect(sandboxBrCode('1000000001', 3750)).toBe(
      '00020126580014br.gov.bcb.pix013600000000-0000-4000-8000-000000000001520400005303986540537.505802BR5918AMBIENTE DE TESTES6006MACEIO62170513sbx10000000016304A6F5',
    );
  });

  test.each([
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
    '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac1200026304FB42',
    '00020101021226740014br.gov.bcb.pix2552example.com/pix/8b3da2f3-9a41-40d1-a91a-bd93113bd4415204000053039865406123.455802BR5913Fulano de Tal6008BRASILIA62190515RP12345678-20196304FF24',
    // A checksum with a leading zero.
    '00020126730014br.gov.bcb.pix0136e57b119f-3f91-4734-93f0-29d6a9c02b0a0211CestaLivres520400005303986540522.005802BR5913Milena Savini6009Sao Paulo622605221wDQuczihqxiuSkkkLu0aS63040EA9',
  ])('reader accepts a published example and rejects it with one character changed', (payload) => {
    expect(isValidPixPayload(payload)).toBe(true);
    expect(isValidPixPayload(payload.replace('5802BR', '5802BX'))).toBe(false);
  });
});
