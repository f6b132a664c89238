import { z } from 'zod';

/** The calendar of JavaScript has a year 0, and that of PostgreSQL has none. */
const hasYear = (date: string) => !date.startsWith('0000');

/** ISO date that PostgreSQL can store. */
export const storedDay = z.iso.date().refine(hasYear);

/** ISO 8601 instant in UTC that PostgreSQL can store. */
export const storedInstant = z.iso.datetime().refine(hasYear);
