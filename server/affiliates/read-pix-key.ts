import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info';
import type { z } from 'zod';
import type { pixKeyType } from '@mare/contract/affiliates/affiliates.ts';

export interface PixKey {
  pixKeyType: z.infer<typeof pixKeyType>;
  /** In the canonical form of the central bank. */
  pixKey: string;
}

/** @returns null for an invalid key */
export function readPixKey(text: string): PixKey | null {
  const key = getPixKeyInfo(text);
  return key && { pixKeyType: key.type, pixKey: key.value };
}

/** Masked: '•••• 2247', 'm••••@exemplo.com.br'. */
export function maskPixKey(key: string): string {
  const at = key.indexOf('@');
  return at > 0 ? `${key.charAt(0)}••••${key.slice(at)}` : `•••• ${key.slice(-4)}`;
}
