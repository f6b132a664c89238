/** Tracked links of a mail: its pixel and its button. */
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { readToken, signToken } from '../../mail/signed-link.ts';

export const CLICK_PATH = '/e/abrir';
export const PIXEL_PATH = '/e/lido.gif';

type Deps = Pick<Platform, 'db' | 'config'>;

const clicked = z.tuple([z.uuid(), z.string().regex(/^\/(?![/\\])/)]);
const opened = z.tuple([z.uuid()]);

/** @param path the button's target within this site */
export async function trackedLinks({ db, config }: Deps, messageId: string, path: string) {
  const [click, dot] = await Promise.all([
    signToken(db, 'click', [messageId, path]),
    signToken(db, 'click', [messageId]),
  ]);
  return {
    button: `${config.publicUrl}${CLICK_PATH}?t=${click}`,
    dot: `${config.publicUrl}${PIXEL_PATH}?t=${dot}`,
  };
}

/** @returns the target; null when the signature is invalid or the target is off this site */
export async function readClick(
  { db, config }: Deps,
  token: string,
): Promise<{ messageId: string; url: string } | null> {
  const read = await readToken(db, 'click', token, clicked.or(opened));
  if (!read || read.length === 1) return null;
  const [messageId, path] = read;
  const url = new URL(path, config.publicUrl);
  return url.origin === new URL(config.publicUrl).origin ? { messageId, url: url.href } : null;
}

export async function readOpening({ db }: Deps, token: string): Promise<string | null> {
  return (await readToken(db, 'click', token, opened.or(clicked)))?.[0] ?? null;
}
