import { z } from 'zod';

/** Of the row that was read, so that a change made meanwhile is noticed; rises by one with every change. */
export const rowVersion = z.int().min(-1).max(2_000_000_000);
