import { sql } from 'kysely';
import type { Platform } from '../platform/platform.ts';
import { invalidateSite } from './read-site.ts';

export async function renameShop(platform: Pick<Platform, 'db' | 'caches'>, name: string): Promise<void> {
  await sql`update settings set value = jsonb_set(value, '{name}', to_jsonb(${name}::text)) where key = 'brand'`.execute(
    platform.db,
  );
  invalidateSite(platform);
}
