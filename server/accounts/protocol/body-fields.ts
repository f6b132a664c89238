/** Body fields shared by endpoints; types only, see `Endpoint.body`. */
import { z } from 'zod';

export const text = z.string().optional();
export const metadata = z.record(z.string(), z.unknown()).optional();
export const challengeFields = { code_challenge: text, code_challenge_method: text };
