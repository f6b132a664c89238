/** Errors of any procedure. */
import { z } from 'zod';
import { FEATURES } from '../site.ts';

export const generalErrors = {
  NOT_AUTHENTICATED: { status: 401, message: 'authentication required' },
  NOT_FOUND: { status: 404, message: 'not found, or not visible to the caller' },
  NOT_ADMIN: { status: 403, message: 'requires a permission that the role lacks' },
  VERSION_CONFLICT: { status: 409, message: 'changed since it was read' },
  OUTCOME_UNKNOWN: { status: 409, message: 'the same request was sent before, and its outcome is unknown' },
  FEATURE_CLOSED: {
    status: 409,
    message: 'an admin has disabled this feature',
    data: z.object({ feature: z.enum(FEATURES) }),
  },
  BUSY: {
    status: 503,
    message: 'too many concurrent buyers',
    data: z.object({ retryAfterSeconds: z.int() }),
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'rate limit exceeded',
    data: z.object({ retryAfterSeconds: z.int() }),
  },
} as const;
