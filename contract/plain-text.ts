import { z } from 'zod';

/** Text that PostgreSQL can store, also in JSON: no NUL byte, no lone surrogate. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !text.includes('\0'));

/** Without spaces at its ends. */
export const trimmedText = (maxLength: number) => plainText(maxLength).trim();

/** Has something beside spaces. */
export const writtenText = (maxLength: number) => trimmedText(maxLength).min(1);
