/** Rejections of sign-in, profile and account changes. */
import { z } from 'zod';
import { PROOFS } from '@mare/domain/accounts/security/recent-proof.ts';
import { MERGE_REJECTIONS } from '@mare/domain/accounts/merging.ts';
import { openMatters } from '../accounts/open-matters.ts';

export const accountErrors = {
  CANNOT_TARGET_SELF: { status: 409, message: 'cannot target your own account' },
  INVALID_PROFILE: {
    status: 422,
    message: 'invalid field in the profile',
    data: z.object({ field: z.enum(['phone', 'cpf', 'city', 'birthDate', 'age']) }),
  },
  PERSON_CONFLICT: {
    status: 409,
    message:
      'the CPF is confirmed in another account, another CPF in this one, or another person has the phone',
    data: z.object({ reason: z.enum(['other_account', 'other_cpf', 'other_email', 'other_phone']) }),
  },
  RECENT_PROOF_REQUIRED: {
    status: 403,
    message: 'prove the account’s strongest proof first (POST /me/proof); it counts for ten minutes',
    data: z.object({ needs: z.enum(PROOFS) }),
  },
  PROOF_INVALID: { status: 422, message: 'wrong or expired proof, or not the one that is needed' },
  UNDO_CLOSED: {
    status: 409,
    message: 'the change was undone before, is older than 48 hours, or cannot be undone any more',
    data: z.object({ reason: z.enum(['undone', 'late', 'taken']) }),
  },
  ACCOUNT_IN_USE: {
    status: 409,
    message: 'orders, draws, refunds or prizes still need the account',
    data: openMatters,
  },
  INVITATION_CLOSED: { status: 409, message: 'the invitation was used or revoked, or has expired' },
  INVITATION_OTHER_EMAIL: {
    status: 409,
    message: 'the confirmed e-mail of the account is not the invited one',
  },
  LAST_ADMIN: { status: 409, message: 'the last admin cannot be removed' },
  STAFF_ACCOUNT: { status: 409, message: 'staff change their own account' },
  ADMIN_ROLE_REQUESTED: {
    status: 409,
    message: 'the admin role is requested for this account: until it is decided, only its owner changes it',
  },
  RECENT_CHANGE: {
    status: 409,
    message: 'the access or a contact of the account changed less than 48 hours ago and can still be undone',
  },
  INVALID_CONTACT: { status: 422, message: 'neither an e-mail nor a Brazilian mobile phone' },
  INVALID_MOBILE_PHONE: { status: 422, message: 'not a Brazilian mobile phone with area code' },
  CODE_INVALID: { status: 401, message: 'the one-time code is wrong or expired' },
  EMAIL_IN_USE: { status: 409, message: 'another account has this e-mail address' },
  MERGE_REJECTED: {
    status: 409,
    message: 'the accounts cannot be merged',
    data: z.object({
      reason: z.enum(MERGE_REJECTIONS),
    }),
  },
} as const;
