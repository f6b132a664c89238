import { oc } from '@orpc/contract';
import { z } from 'zod';
import { STATES } from '@mare/domain/accounts/places.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const accountRole = z.enum(['buyer', 'support', 'admin']);
export type AccountRole = z.infer<typeof accountRole>;

export const profile = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  cpf: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  birthDate: z.iso.date().nullable(),
  role: accountRole,
  /** The role opens nothing before this session has shown a second factor. */
  needsSecondFactor: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** What people change of their profile themselves. Null empties a field. */
export const profileChanges = z.object({
  name: plainText(120).refine((name) => name.trim() !== ''),
  phone: z.string().max(30).nullable(),
  cpf: z.string().max(20).nullable(),
  /** City and state come together. */
  city: plainText(80)
    .refine((city) => city.trim() !== '')
    .nullable(),
  state: z.enum(STATES).nullable(),
  birthDate: z.iso.date().nullable(),
});
export type ProfileChanges = z.infer<typeof profileChanges>;

export const openSession = z.object({
  id: z.uuid(),
  /** The session that asks. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When its tokens were last renewed. */
  lastSeenAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  aal: z.enum(['aal1', 'aal2']),
});
export type OpenSession = z.infer<typeof openSession>;

/** For the activity log. */
const reason = plainText(500).refine((text) => text.trim() !== '');

export const accounts = {
  ban: oc
    .route({
      method: 'PUT',
      path: '/admin/users/{id}/ban',
      summary: 'Close an account to its owner, or open it',
    })
    .input(
      z.object({
        id: z.uuid(),
        /** Null opens the account again. */
        until: z.iso.datetime().nullable(),
        reason,
      }),
    )
    .output(z.object({ id: z.uuid() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'CANNOT_TARGET_SELF', 'LAST_ADMIN')),
  resetSecondFactor: oc
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/second-factor',
      summary: 'Switch off the second factor of somebody who has lost it',
    })
    .input(z.object({ id: z.uuid(), reason }))
    .output(z.object({ id: z.uuid() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'CANNOT_TARGET_SELF')),
  changeRole: oc
    .route({ method: 'PUT', path: '/admin/users/{id}/role', summary: 'Say what an account may do' })
    .input(
      z.object({
        id: z.uuid(),
        /** What it was when it was looked at. */
        from: accountRole,
        to: accountRole,
      }),
    )
    .output(z.object({ id: z.uuid() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'LAST_ADMIN', 'VERSION_CONFLICT')),
  sessions: oc
    .route({ method: 'GET', path: '/me/sessions', summary: 'Where the signed-in person is signed in' })
    .output(z.array(openSession))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  revokeSession: oc
    .route({ method: 'DELETE', path: '/me/sessions/{id}', summary: 'End one of the own sessions' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  me: oc
    .route({ method: 'GET', path: '/me', summary: 'The signed-in person’s profile' })
    .output(profile)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  updateProfile: oc
    .route({ method: 'PUT', path: '/me', summary: 'Change the own profile' })
    .input(profileChanges)
    .output(profile)
    .errors(pickErrors('NOT_AUTHENTICATED', 'INVALID_PROFILE')),
};
