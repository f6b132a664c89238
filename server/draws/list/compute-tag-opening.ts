import { createHmac } from 'node:crypto';

/** Secret opening of a buyer's tag, which proves ownership of the tag: 32 hexadecimal digits. */
export function computeTagOpening(tagKey: Buffer, userId: string): string {
  return createHmac('sha256', tagKey).update(userId).digest('hex').slice(0, 32);
}
