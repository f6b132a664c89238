import { createHash } from 'node:crypto';
import type { LogoKind } from '@mare/contract/site.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SaveSettingResult, saveSetting } from '../shop-settings.ts';
import { selectLogos } from './logos.queries.ts';
import { type ReadLogo, readLogoPicture } from './read-logo-picture.ts';

type Deps = Pick<Platform, 'db' | 'caches' | 'clock' | 'jobs'>;

interface LogoChange {
  kind: LogoKind;
  /** As read by the caller, for optimistic locking. */
  version: number;
}

/** Shows an uploaded picture as the shop's logo. */
export async function setLogo(
  deps: Deps,
  by: PanelUser,
  { kind, version }: LogoChange,
  bytes: Uint8Array,
): Promise<SaveSettingResult | Exclude<ReadLogo, { ok: true }>> {
  const read = await readLogoPicture(bytes, kind);
  if (!read.ok) return read;
  const { png, width, height } = read;
  const id = createHash('sha256').update(png).digest('hex').slice(0, 32);
  await deps.db
    .insertInto('shopLogos')
    .values({ id, content: png, width, height, createdAt: deps.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return save(deps, by, { kind, version }, { id, width, height });
}

/** Removes a logo. */
export function removeLogo(deps: Deps, by: PanelUser, change: LogoChange): Promise<SaveSettingResult> {
  return save(deps, by, change, null);
}

async function save(
  deps: Deps,
  by: PanelUser,
  { kind, version }: LogoChange,
  logo: { id: string; width: number; height: number } | null,
): Promise<SaveSettingResult> {
  const value = { ...(await selectLogos(deps.db)), [kind]: logo };
  return saveSetting(deps, by, { version, change: { key: 'logo', value } });
}
