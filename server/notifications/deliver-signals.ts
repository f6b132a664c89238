import type { TicketSignal } from '@mare/contract/notifications/notifications.ts';
import type { Permission } from '@mare/domain/accounts/permissions.ts';
import { createSingleFlightRunner } from '../platform/caching/single-flight.ts';
import type { Platform } from '../platform/platform.ts';
import { type AddressedSignal, selectPermitted } from './live-signals.ts';

interface TeamSignal {
  to: Extract<AddressedSignal['to'], { permission: Permission }>;
  signal: TicketSignal;
}

/** @param push hands a signal to the open streams of a person */
export function createSignalDelivery(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  push: (userId: string, signal: TicketSignal) => void,
): { deliver(addressed: AddressedSignal): void; stop(): Promise<void> } {
  let toTeam: TeamSignal[] = [];

  // The permission is read at delivery, so that a revoked role takes effect at once.
  const delivering = createSingleFlightRunner(log, 'deliver-signals', async () => {
    const signals = toTeam;
    toTeam = [];
    const permitted = new Map<Permission, Set<string>>();
    for (const { to, signal } of signals) {
      const people = permitted.get(to.permission) ?? (await selectPermitted(db, to.permission));
      permitted.set(to.permission, people);
      for (const userId of people) if (userId !== to.except) push(userId, signal);
    }
  });

  return {
    deliver({ to, signal }) {
      if ('userId' in to) return push(to.userId, signal);
      toTeam.push({ to, signal });
      delivering.trigger();
    },
    stop: () => delivering.stop(),
  };
}
