import { createHmac } from 'node:crypto';

/** What only a buyer and the product know, and what shows that a tag of the list is theirs: 32 hexadecimal digits. */
export function computeTagOpening(tagKey: Buffer, userId: string): string {
  return createHmac('sha256', tagKey).update(userId).digest('hex').slice(0, 32);
}
