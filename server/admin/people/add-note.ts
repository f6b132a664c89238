import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

/** @returns the note's id, or null when there is no such person */
export async function addNote(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  by: PanelUser,
  { id, note }: { id: string; note: string },
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const person = await trx.selectFrom('profiles').select('name').where('id', '=', id).executeTakeFirst();
    if (!person) return null;
    const noteId = random.uuid();
    await trx
      .insertInto('personNotes')
      .values({ id: noteId, userId: id, note, addedBy: by.userId, createdAt: clock.now() })
      .execute();
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'add-note',
        entityType: 'person',
        entityId: id,
        description: `Anotou algo sobre ${person.name ?? 'uma pessoa'}.`,
      },
    );
    return noteId;
  });
}
