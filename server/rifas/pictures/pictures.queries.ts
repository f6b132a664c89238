import type { Database } from '@mare/database/connection/connect.ts';

/** The JPEG that all sizes are encoded from, or null. */
export async function findPictureMaster(db: Database, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('pictures').select('master').where('id', '=', id).executeTakeFirst();
  return row?.master ?? null;
}
