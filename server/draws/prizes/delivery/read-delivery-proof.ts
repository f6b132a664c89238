import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

export type ProofKind = 'delivery' | 'treasury';

interface Proof {
  /** Deliveries of earlier versions may be PNG. */
  type: 'image/jpeg' | 'image/png' | 'application/pdf';
  bytes: Buffer;
}

/**
 * The proof file of a delivery, also of one to a winner who was replaced later, or of a payment to the Tesouro
 * Nacional; null without one.
 */
export async function readDeliveryProof(
  db: Kysely<DB>,
  winnerId: string,
  kind: ProofKind,
): Promise<Proof | null> {
  const row = await db
    .selectFrom('prizeClaims')
    .select(
      kind === 'delivery'
        ? ['proof as bytes', 'proofType as type']
        : ['treasuryProof as bytes', 'treasuryProofType as type'],
    )
    .where('winnerId', '=', winnerId)
    .executeTakeFirst();
  const replaced = !row && kind === 'delivery' ? await findReplacedProof(db, winnerId) : undefined;
  return toProof(row ?? replaced);
}

function findReplacedProof(db: Kysely<DB>, winnerId: string): Promise<StoredProof | undefined> {
  return db
    .selectFrom('replacedWinners')
    .select(['proof as bytes', 'proofType as type'])
    .where('winnerId', '=', winnerId)
    .executeTakeFirst();
}

interface StoredProof {
  bytes: Buffer | null;
  type: string | null;
}

function toProof(row: StoredProof | undefined): Proof | null {
  return row?.bytes && row.type ? { bytes: row.bytes, type: row.type as Proof['type'] } : null;
}
