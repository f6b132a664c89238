/** Files of the legal pack. The certificate is public with its rifa; the proof of ownership is for the panel. */
import type { Kysely } from 'kysely';
import type { LegalFile } from '@mare/contract/rifas/legal-pack.ts';
import type { DB } from '@mare/database/schema.ts';
import { cutText } from '@mare/domain/cut-text.ts';
import { SHOWN_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import { type DocumentError, readDocument, type StoredDocument } from '../../platform/documents/photo.ts';
import type { Platform } from '../../platform/platform.ts';

type Kind = LegalFile['kind'];

export type StoreLegalFileResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' | 'RIFA_PUBLISHED' | DocumentError };

/** Replaces an earlier file. The certificate is immutable after publication; a database trigger enforces it too. */
export async function storeLegalFile(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  by: PanelUser,
  { rifaId, kind, name, bytes }: { rifaId: string; kind: Kind; name: string; bytes: Uint8Array },
): Promise<StoreLegalFileResult> {
  const { db, clock, random } = platform;
  const read = await readDocument(bytes);
  if (!read.ok) return read;
  return db.transaction().execute(async (trx) => {
    const rifa = await trx
      .selectFrom('rifas')
      .select(['title', 'publishedAt'])
      .where('id', '=', rifaId)
      // A concurrent publication waits for this lock, and then sees the file.
      .forUpdate()
      .executeTakeFirst();
    if (!rifa) return { ok: false, code: 'NOT_FOUND' };
    if (kind === 'certificate' && rifa.publishedAt !== null) return { ok: false, code: 'RIFA_PUBLISHED' };
    const file = {
      fileId: random.uuid(),
      name: cutText(name, 120),
      type: read.document.type,
      content: read.document.bytes,
      storedBy: by.userId,
      storedAt: clock.now(),
    };
    await trx
      .insertInto('legalFiles')
      .values({ rifaId, kind, ...file })
      .onConflict((conflict) => conflict.columns(['rifaId', 'kind']).doUpdateSet(file))
      .execute();
    await recordActivity(trx, platform, {
      ...by,
      action: 'store-legal-file',
      entityType: 'rifa',
      entityId: rifaId,
      description: `${LABELS[kind]} de “${rifa.title}”.`,
      details: { kind, name: file.name },
    });
    return { ok: true };
  });
}

const LABELS: Record<Kind, string> = {
  certificate: 'Guardou o certificado de autorização',
  ownership: 'Guardou o comprovante de propriedade dos prêmios',
};

export async function readLegalFile(
  db: Kysely<DB>,
  rifaId: string,
  kind: Kind,
): Promise<StoredDocument | null> {
  const file = await db
    .selectFrom('legalFiles')
    .select(['type', 'content as bytes'])
    .where('rifaId', '=', rifaId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return file ? { bytes: file.bytes, type: file.type as StoredDocument['type'] } : null;
}

/** Immutable: a replaced certificate has another URL. */
export function certificatePath({ fileId, type }: { fileId: string; type: string }): string {
  return `/certificados/${fileId}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`;
}

/** The certificate of a published rifa, or null. */
export async function readCertificate(db: Kysely<DB>, fileId: string): Promise<StoredDocument | null> {
  const file = await db
    .selectFrom('legalFiles as file')
    .innerJoin('rifas', 'rifas.id', 'file.rifaId')
    .select(['file.type', 'file.content as bytes'])
    .where('file.fileId', '=', fileId)
    .where('file.kind', '=', 'certificate')
    .where('rifas.status', 'in', SHOWN_STATES)
    .executeTakeFirst();
  return file ? { bytes: file.bytes, type: file.type as StoredDocument['type'] } : null;
}
