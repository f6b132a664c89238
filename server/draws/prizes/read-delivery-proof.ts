import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { DeliveryProof } from './deliver-prize.ts';

/** The proof file of a delivery, or null. */
export async function readDeliveryProof(db: Kysely<DB>, winnerId: string): Promise<DeliveryProof | null> {
  const row = await db
    .selectFrom('prizeClaims')
    .select(['proof', 'proofType'])
    .where('winnerId', '=', winnerId)
    .executeTakeFirst();
  return row?.proof && row.proofType
    ? { bytes: row.proof, type: row.proofType as DeliveryProof['type'] }
    : null;
}
