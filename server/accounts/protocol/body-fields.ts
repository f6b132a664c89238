/** Fields that several bodies have: their types only, as `Endpoint.body` says. */
import { z } from 'zod';

export const text = z.string().optional();
export const metadata = z.record(z.string(), z.unknown()).optional();
export const challengeFields = { code_challenge: text, code_challenge_method: text };
