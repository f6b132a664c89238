import type { OpenSession } from '@mare/contract/accounts/accounts.ts';
import { deviceName } from '@mare/domain/accounts/security/device-name.ts';
import { formatDateTime } from '../../format.ts';

export interface NamedSession extends OpenSession {
  device: string;
  /** When it was last used; with `device` it names one session only. */
  seen: string;
}

/** Sessions of one device in one minute are numbered. */
export function nameSessions(sessions: readonly OpenSession[]): NamedSession[] {
  const named = sessions.map((session) => ({
    ...session,
    device: deviceName(session.userAgent),
    // A session is stored as used once an hour, when its token is renewed.
    seen: session.current ? 'em uso agora' : `último acesso em ${formatDateTime(session.lastSeenAt)}`,
  }));
  return named.map((session) => {
    const same = named.filter(({ device, seen }) => device === session.device && seen === session.seen);
    if (same.length === 1) return session;
    return { ...session, seen: `${session.seen} (${same.indexOf(session) + 1} de ${same.length})` };
  });
}
