/** The photo of a delivery: stored by the team, published with the winner's consent, withdrawn with it. */
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import type { PanelUser } from '../../../platform/http/api.ts';
import { type PhotoError, shrinkPhoto } from '../../../platform/documents/photo.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockPrize } from '../prizes.queries.ts';

/** Consent text for the winner; stored with the consent. */
export const CONSENT_WORDING =
  'Autorizo a publicação desta foto da entrega, com o meu primeiro nome e a inicial do sobrenome, na página do sorteio. Posso retirar a autorização a qualquer momento em Meus prêmios, e a foto sai do site na hora.';

export type StorePhotoResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'NOT_DELIVERED' | PhotoError };

/** A new photo replaces the earlier one and needs a new consent. */
export async function storeDeliveryPhoto(
  platform: Platform,
  by: PanelUser,
  { winnerId, bytes }: { winnerId: string; bytes: Uint8Array },
): Promise<StorePhotoResult> {
  const { db, clock, random } = platform;
  const photo = await shrinkPhoto(bytes);
  if (!photo.ok) return photo;
  return db.transaction().execute(async (trx) => {
    const prize = await lockPrize(trx, winnerId);
    if (!prize) return { ok: false, code: 'NOT_FOUND' };
    if (prize.state !== 'delivered') return { ok: false, code: 'NOT_DELIVERED' };
    const now = clock.now();
    const photoId = random.uuid();
    const row = {
      photoId,
      content: photo.jpeg,
      width: photo.width,
      height: photo.height,
      storedBy: by.userId,
      storedAt: now,
    };
    await trx
      .insertInto('prizePhotos')
      .values({ winnerId, ...row })
      .onConflict((conflict) => conflict.column('winnerId').doUpdateSet(row))
      .execute();
    await withdraw(trx, winnerId, now);
    await recordActivity(trx, platform, {
      ...by,
      action: 'store-prize-photo',
      entityType: 'winner',
      entityId: winnerId,
      description: `Foto da entrega do ${prize.winnerPosition}º prêmio de “${prize.title}” guardada.`,
    });
    if (prize.userId)
      await sendNotification(trx, platform, {
        userId: prize.userId,
        type: 'info',
        title: 'Podemos publicar a foto da entrega?',
        message: `A foto do prêmio de “${prize.title}” só aparece no site se você autorizar em Meus prêmios.`,
        data: { href: '/meus-premios', rifaId: prize.rifaId },
        deduplicationKey: `prize:${winnerId}:photo:${photoId}`,
      });
    return { ok: true };
  });
}

export interface PhotoConsent {
  winnerId: string;
  userId: string;
  /** The photo that the winner saw. */
  photoId: string;
  agrees: boolean;
}

/** Gives or withdraws the consent. Idempotent. `VERSION_CONFLICT`: another photo has replaced it. */
export function changePhotoConsent(
  platform: Platform,
  { winnerId, userId, photoId, agrees }: PhotoConsent,
): Promise<{ ok: true } | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' }> {
  const { db, clock, random } = platform;
  return db.transaction().execute(async (trx) => {
    const prize = await lockPrize(trx, winnerId);
    if (!prize || prize.userId !== userId) return { ok: false, code: 'NOT_FOUND' };
    const photo = await trx
      .selectFrom('prizePhotos')
      .select('photoId')
      .where('winnerId', '=', winnerId)
      .executeTakeFirst();
    if (!photo) return { ok: false, code: 'NOT_FOUND' };
    if (agrees && photo.photoId !== photoId) return { ok: false, code: 'VERSION_CONFLICT' };
    const now = clock.now();
    const changed = agrees
      ? await give(trx, { id: random.uuid(), winnerId, userId, photoId, givenAt: now })
      : await withdraw(trx, winnerId, now);
    if (changed)
      await recordActivity(trx, platform, {
        userId,
        action: agrees ? 'consent-to-photo' : 'withdraw-photo-consent',
        entityType: 'winner',
        entityId: winnerId,
        description: agrees
          ? 'Autorizou a publicação da foto da entrega.'
          : 'Retirou a autorização da foto da entrega.',
        details: { photoId },
      });
    return { ok: true };
  });
}

async function give(
  trx: Transaction<DB>,
  consent: { id: string; winnerId: string; userId: string; photoId: string; givenAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('photoConsents')
    .values({ ...consent, wording: CONSENT_WORDING })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function withdraw(trx: Transaction<DB>, winnerId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('photoConsents')
    .set({ withdrawnAt: now })
    .where('winnerId', '=', winnerId)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The JPEG of a photo whose winner consents, or null. */
export async function readPublicPhoto(db: Kysely<DB>, photoId: string): Promise<Buffer | null> {
  const photo = await db
    .selectFrom('prizePhotos as photo')
    .innerJoin('photoConsents as consent', (join) =>
      join
        .onRef('consent.winnerId', '=', 'photo.winnerId')
        .onRef('consent.photoId', '=', 'photo.photoId')
        .on('consent.withdrawnAt', 'is', null),
    )
    .select('photo.content')
    .where('photo.photoId', '=', photoId)
    .executeTakeFirst();
  return photo?.content ?? null;
}

/** The photo as the winner and admins see it. @param userId the winner; null for admins */
export async function readOwnPhoto(
  db: Kysely<DB>,
  winnerId: string,
  userId: string | null,
): Promise<Buffer | null> {
  const photo = await db
    .selectFrom('prizePhotos as photo')
    .innerJoin('rifaWinners as winner', 'winner.id', 'photo.winnerId')
    .select('photo.content')
    .where('photo.winnerId', '=', winnerId)
    .$if(userId !== null, (query) => query.where('winner.userId', '=', userId))
    .executeTakeFirst();
  return photo?.content ?? null;
}
