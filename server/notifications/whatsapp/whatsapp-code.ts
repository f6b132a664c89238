import { createHash } from 'node:crypto';

export function whatsAppCodeHash(userId: string, code: string): Buffer {
  return createHash('sha256').update(`whatsapp ${userId} ${code}`).digest();
}
