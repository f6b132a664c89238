import type { Person } from '@mare/contract/admin/people-admin.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { maskCpf } from '@mare/domain/accounts/person-numbers.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { findSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import { readConsent } from '../../personalization/consent/read-consent.ts';
import {
  findPersonProfile,
  findSubscription,
  selectLatestActivity,
  selectLatestOrders,
  selectNotes,
  selectSeenRifas,
  toRow,
} from './people.queries.ts';

/** A person's record for the panel; null when there is none. */
export async function readPerson(db: Database, id: string, now: Date): Promise<Person | null> {
  const profile = await findPersonProfile(db, id);
  if (!profile) return null;
  const [orders, notes, activity, subscription, consent, seen, block] = await Promise.all([
    selectLatestOrders(db, id),
    selectNotes(db, id),
    selectLatestActivity(db, id),
    profile.email ? findSubscription(db, profile.email) : undefined,
    readConsent(db, id),
    selectSeenRifas(db, id),
    findSpendingBlock(db, { clock: { now: () => now } }, id),
  ]);
  const { state, cpf, points, lastActivityAt, bannedUntil, hasSecondFactor, ...row } = profile;
  return {
    ...toRow(row),
    state,
    maskedCpf: cpf && maskCpf(cpf),
    points,
    hasSecondFactor: Boolean(hasSecondFactor),
    bannedUntil: bannedUntil && bannedUntil > now ? bannedUntil.toISOString() : null,
    spendingBlock: block && { reason: block.reason, until: block.until.toISOString() },
    lastActivityAt: lastActivityAt?.toISOString() ?? null,
    newsletter: newsletterOf(subscription),
    consent,
    // Withdrawn consent hides earlier views too.
    seenRifas: consent?.measurement ? seen.map((one) => ({ ...one, seenAt: one.seenAt.toISOString() })) : [],
    orders: orders.map(({ totalAmount, returnedAmount, status, createdAt, ...order }) => ({
      ...order,
      status: status as Person['orders'][number]['status'],
      totalCentavos: centavosFromNumeric(totalAmount),
      returnedCentavos: centavosFromNumeric(returnedAmount),
      createdAt: createdAt.toISOString(),
    })),
    notes: notes.map((note) => ({ ...note, createdAt: note.createdAt.toISOString() })),
    activity: activity.map(({ id: entry, createdAt, description }) => ({
      id: String(entry),
      description,
      createdAt: createdAt.toISOString(),
    })),
  };
}

function newsletterOf(
  subscription: { confirmedAt: Date | null; unsubscribedAt: Date | null } | undefined,
): Person['newsletter'] {
  if (!subscription) return 'never';
  if (subscription.unsubscribedAt) return 'unsubscribed';
  return subscription.confirmedAt ? 'confirmed' : 'unconfirmed';
}
