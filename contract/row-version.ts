import { z } from 'zod';

/** Row version for optimistic locking, as read by the caller. Every change increments it. */
export const rowVersion = z.int().min(-1).max(2_000_000_000);
