import { z } from 'zod';

/** Text that PostgreSQL can hold, also inside JSON: no zero byte, no half of a surrogate pair. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !text.includes('\0'));
