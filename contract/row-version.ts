import { z } from 'zod';

/** Row version for optimistic locking: the one that was read. Every change increments it. */
export const rowVersion = z.int().min(-1).max(2_000_000_000);
