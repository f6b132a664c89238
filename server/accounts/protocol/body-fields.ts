/** Body fields shared by endpoints; types only, see `Endpoint.body`. */
import { z } from 'zod';

export const optionalText = z.string().optional();
export const metadata = z.record(z.string(), z.unknown()).optional();
export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };
