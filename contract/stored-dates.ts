import { z } from 'zod';

/** PostgreSQL has no year 0, which sums over the days before an earlier date could reach. */
const FIRST_YEAR = '1000';
const isStorable = (date: string) => date >= FIRST_YEAR;

/** ISO date that PostgreSQL can store. */
export const storedDay = z.iso.date().refine(isStorable);

/** ISO 8601 instant in UTC that PostgreSQL can store. */
export const storedInstant = z.iso.datetime().refine(isStorable);
