import type { Auth } from '../auth.ts';

/** Deletes sessions past the configured inactivity or maximum age. @returns how many */
export async function purgeSessions({ db, clock, settings }: Auth): Promise<number> {
  const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000);
  const { inactivitySeconds, timeBoxSeconds } = settings;
  const { numDeletedRows } = await db
    .deleteFrom('auth.sessions')
    .where((session) =>
      session.or([
        session('refreshedAt', '<', ago(inactivitySeconds)),
        ...(timeBoxSeconds > 0 ? [session('createdAt', '<', ago(timeBoxSeconds))] : []),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
