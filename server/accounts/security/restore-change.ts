import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { AuthReversibleChanges } from '@mare/database/schema.ts';
import type { ReversibleChange } from '@mare/domain/accounts/security/security-events.ts';
import type { Executor } from '../auth.ts';
import { saveProviders } from '../providers/save-providers.ts';

/** Restores a change of another feature, in the transaction of the undo. */
export type Restore = (trx: Executor, before: unknown, now: Date) => Promise<void>;
/** Injected by the composition root, as this feature must not import the others. */
export type Restores = Record<'affiliate_pix_key' | 'partner_pix_key', Restore>;

const phoneBefore = z.object({ phone: z.string().nullable() });
const emailBefore = z.object({ email: z.string().nullable() });
const identityBefore = z.object({
  identity: z.record(z.string(), z.unknown()),
  email: z.string().nullable(),
});
const rowId = z.object({ id: z.uuid() });

/** Restores the values before a change. */
export async function restoreChange(
  trx: Executor,
  restores: Restores,
  change: Selectable<AuthReversibleChanges>,
  now: Date,
): Promise<void> {
  const { kind, before, userId } = change;
  switch (kind as ReversibleChange) {
    case 'affiliate_pix_key':
      return restores.affiliate_pix_key(trx, before, now);
    case 'partner_pix_key':
      return restores.partner_pix_key(trx, before, now);
    case 'password_changed':
      // `secureAccount` removes it.
      return;
    case 'phone_changed':
      await trx
        .updateTable('profiles')
        .set({ phone: phoneBefore.parse(before).phone })
        .where('id', '=', userId)
        .execute();
      return;
    case 'email_changed':
      return restoreEmail(trx, userId!, emailBefore.parse(before).email, now);
    case 'factor_verified':
      await trx
        .deleteFrom('auth.mfaFactors')
        .where('id', '=', rowId.parse(before).id)
        .where('userId', '=', userId)
        .execute();
      return;
    case 'factor_removed': {
      const { secret, ...factor } = removedFactor.parse(before);
      await trx
        .insertInto('auth.mfaFactors')
        .values({
          ...factor,
          userId: userId!,
          secret: secret === null ? null : Buffer.from(secret, 'base64'),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return;
    }
    case 'passkey_added':
      await trx
        .deleteFrom('auth.passkeys')
        .where('id', '=', rowId.parse(before).id)
        .where('userId', '=', userId)
        .execute();
      return;
    case 'passkey_removed': {
      const { credentialId, publicKey, ...passkey } = removedPasskey.parse(before);
      await trx
        .insertInto('auth.passkeys')
        .values({
          ...passkey,
          userId: userId!,
          credentialId: Buffer.from(credentialId, 'base64'),
          publicKey: Buffer.from(publicKey, 'base64'),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return;
    }
    case 'identity_linked':
      await trx
        .deleteFrom('auth.identities')
        .where('id', '=', rowId.parse(before).id)
        .where('userId', '=', userId)
        .execute();
      await saveProviders(trx, userId!);
      return;
    case 'identity_unlinked': {
      const { identity, email } = identityBefore.parse(before);
      await trx
        .insertInto('auth.identities')
        .values({
          ...removedIdentity.parse(identity),
          userId: userId!,
          identityData: JSON.stringify(identity.identityData),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      await saveProviders(trx, userId!);
      await restoreEmail(trx, userId!, email, now);
    }
  }
}

const removedFactor = z.object({
  id: z.uuid(),
  factorType: z.string(),
  status: z.string(),
  friendlyName: z.string().nullable(),
  phone: z.string().nullable(),
  /** Sealed, in base64. */
  secret: z.string().nullable(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});

const removedPasskey = z.object({
  id: z.uuid(),
  /** In base64. */
  credentialId: z.string(),
  /** In base64. */
  publicKey: z.string(),
  signCount: z.number(),
  transports: z.array(z.string()),
  name: z.string(),
  lastUsedAt: z.coerce.date().nullable(),
  createdAt: z.coerce.date(),
});

const removedIdentity = z.object({
  id: z.uuid(),
  provider: z.string(),
  providerId: z.string(),
  email: z.string().nullable(),
  lastSignInAt: z.coerce.date().nullable(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});

async function restoreEmail(trx: Executor, userId: string, email: string | null, now: Date): Promise<void> {
  await trx.updateTable('auth.users').set({ email, updatedAt: now }).where('id', '=', userId).execute();
  await trx
    .updateTable('auth.identities')
    .set({ email, updatedAt: now })
    .where('userId', '=', userId)
    .where('provider', '=', 'email')
    .execute();
  await trx.updateTable('profiles').set({ email }).where('id', '=', userId).execute();
}
