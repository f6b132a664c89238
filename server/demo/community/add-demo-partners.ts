import { demoDaysAgo } from '@mare/database/seed/demo-dates.ts';
import { demoPartners } from '@mare/database/seed/demo-partners.ts';
import type { Platform } from '../../platform/platform.ts';

/** Older than the first draw with a service. */
const MEMBER_DAYS = 130;
/** Age of an application that waits for approval. */
const APPLICANT_DAYS = 2;

/** Call before the draws, which issue their vouchers. */
export async function addDemoPartners({ db }: Pick<Platform, 'db'>, now: Date): Promise<void> {
  await db
    .insertInto('partners')
    .values(
      demoPartners.map((partner) => ({
        ...partner,
        state: 'AL',
        pixKeyType: partner.pixKey && 'email',
        createdAt: demoDaysAgo(now, partner.status === 'pending' ? APPLICANT_DAYS : MEMBER_DAYS),
      })),
    )
    .execute();
}
