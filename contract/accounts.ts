import { oc } from '@orpc/contract';
import { z } from 'zod';
import { refuses } from './refusals.ts';

export const profile = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  cpf: z.string().nullable(),
  role: z.enum(['buyer', 'support', 'admin']),
});
export type Profile = z.infer<typeof profile>;

export const accounts = {
  me: oc
    .route({ method: 'GET', path: '/me', summary: 'The signed-in person’s profile' })
    .output(profile)
    .errors(refuses('NOT_AUTHENTICATED')),
};
