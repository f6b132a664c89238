import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ROLES } from '@mare/domain/accounts/permissions.ts';
import { STATES } from '@mare/domain/accounts/places.ts';
import { plainText, trimmedText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { storedDay, storedInstant } from '../stored-dates.ts';

export const accountRole = z.enum(ROLES);
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
  hasPassword: z.boolean(),
  /** Confirmed contact that lets the person sign in on another device. `none`: no contact is confirmed yet. */
  access: z.enum(['none', 'phone', 'email']),
  /** The role has no effect until this session passes a second factor. */
  needsSecondFactor: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** Profile fields that users edit themselves. Null clears a field; an absent field stays as it is. */
export const profileChanges = z
  .object({
    name: plainText(120).refine((name) => name.trim() !== ''),
    phone: z.string().max(30).nullable(),
    cpf: z.string().max(20).nullable(),
    /** City and state are set together. */
    city: plainText(80)
      .refine((city) => city.trim() !== '')
      .nullable(),
    state: z.enum(STATES).nullable(),
    birthDate: storedDay.nullable(),
  })
  .partial();
export type ProfileChanges = z.infer<typeof profileChanges>;

export const openSession = z.object({
  id: z.uuid(),
  /** The session of this request. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Last token refresh. */
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
      summary: 'Ban an account, or lift the ban',
    })
    .input(
      z.object({
        id: z.uuid(),
        /** Null lifts the ban. */
        until: storedInstant.nullable(),
        reason,
      }),
    )
    .output(z.object({ id: z.uuid() }))
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'RECENT_PROOF_REQUIRED',
        'NOT_ADMIN',
        'NOT_FOUND',
        'CANNOT_TARGET_SELF',
        'LAST_ADMIN',
      ),
    ),
  correctContact: oc
    .route({
      method: 'PUT',
      path: '/admin/users/{id}/contact',
      summary: 'Correct a buyer’s name, e-mail or phone; both addresses get a link that undoes it',
    })
    .input(
      z.object({
        id: z.uuid(),
        /** Profile as the caller read it, for optimistic locking. */
        before: z.object({
          name: z.string().nullable(),
          email: z.string().nullable(),
          phone: z.string().nullable(),
        }),
        name: trimmedText(120).min(2),
        email: z.email().max(254),
        /** Digits with area code. */
        phone: z
          .string()
          .regex(/^\d{10,13}$/)
          .nullable(),
        reason,
      }),
    )
    .output(z.object({ id: z.uuid() }))
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'RECENT_PROOF_REQUIRED',
        'NOT_ADMIN',
        'NOT_FOUND',
        'STAFF_ACCOUNT',
        'ADMIN_ROLE_REQUESTED',
        'VERSION_CONFLICT',
        'EMAIL_IN_USE',
      ),
    ),
  resetSecondFactor: oc
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/second-factor',
      summary: 'Reset a lost second factor',
    })
    .input(z.object({ id: z.uuid(), reason }))
    .output(z.object({ id: z.uuid() }))
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'RECENT_PROOF_REQUIRED',
        'NOT_ADMIN',
        'NOT_FOUND',
        'CANNOT_TARGET_SELF',
      ),
    ),
  changeRole: oc
    .route({ method: 'PUT', path: '/admin/users/{id}/role', summary: 'Change the role of an account' })
    .input(
      z.object({
        id: z.uuid(),
        /** The role when it was read. */
        from: accountRole,
        to: accountRole,
        /** Reason for giving the admin role; public while a draw is under way. */
        reason: plainText(300).default(''),
      }),
    )
    .output(
      z.object({
        id: z.uuid(),
        /** Null: the role is changed. Otherwise when it will be, under the two-person rule. */
        effectiveAt: z.iso.datetime().nullable(),
      }),
    )
    .errors({
      ...pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'LAST_ADMIN', 'VERSION_CONFLICT'),
      ...pickErrors('ALREADY_REQUESTED', 'RECENT_CHANGE', 'RECENT_PROOF_REQUIRED'),
    }),
  sessions: oc
    .route({ method: 'GET', path: '/me/sessions', summary: 'List the caller’s sessions' })
    .output(z.array(openSession))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  revokeSession: oc
    .route({ method: 'DELETE', path: '/me/sessions/{id}', summary: 'Revoke one of the caller’s sessions' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  me: oc
    .route({ method: 'GET', path: '/me', summary: 'Read the caller’s profile' })
    .output(profile)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  updateProfile: oc
    .route({ method: 'PUT', path: '/me', summary: 'Update the caller’s profile' })
    .input(profileChanges)
    .output(profile)
    .errors(pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'INVALID_PROFILE', 'PERSON_CONFLICT')),
};
