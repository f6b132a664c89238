/** Opens a personal link: counts the visit of a person, marks the browser, and leads to the rifa. */
import type { Context } from 'hono';
import { REFERRAL_PARAMETER } from '@mare/domain/affiliates/affiliate-code.ts';
import {
  ATTRIBUTION_SECONDS,
  readReferralMark,
  writeReferralMark,
} from '@mare/domain/affiliates/referral-mark.ts';
import { readShareCode, SHARE_COOKIE } from '@mare/domain/affiliates/share-mark.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { requestCookies } from '../../platform/http/request/cookies.ts';
import { callerIpAddress, type HttpEnv } from '../../platform/http/http.ts';
import { createRateLimiter, type RateLimit } from '../../platform/http/request/rate-limit.ts';
import type { Platform } from '../../platform/platform.ts';
import { isVisit } from '../referrals/is-visit.ts';
import { isSignedMark, signMark } from '../referrals/sign-mark.ts';

/** Same limit as for referral links: too low for a script that drops its cookies. */
const NEW_VISITORS: RateLimit = { name: 'share-visitors', hits: 40, seconds: 3600 };

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'caches'>;

/** @returns a handler that returns null for a code that is no personal link */
export function createShareFollower(platform: Deps) {
  const limiter = createRateLimiter(platform.clock);
  return async (c: Context<HttpEnv>): Promise<Response | null> => {
    const code = readShareCode(c.req.param('code') ?? '');
    const link = code ? await findLink(platform, code) : null;
    if (!code || !link) return null;
    const path = `/rifa/${link.rifaId}${link.affiliateCode ? `?${REFERRAL_PARAMETER}=${link.affiliateCode}` : ''}`;
    if (!isVisit(c.req.raw)) return c.redirect(path);
    const cookies = requestCookies(c.req.header('cookie'), platform.config.publicUrl);
    const cookie = cookies.read(SHARE_COOKIE) ?? '';
    const known = isSignedMark(platform, cookie) ? readReferralMark(cookie) : null;
    const ipAddress = callerIpAddress(c, platform.config.trustedProxyHops) ?? 'unknown';
    if (known === null && limiter.spend(NEW_VISITORS, `${ipAddress}:${code}`) !== null)
      return c.redirect(path);
    const visitorId = known?.visitorId ?? platform.random.bytes(16).toString('base64url');
    const clickedAt = platform.clock.now();
    await platform.db
      .insertInto('shareVisits')
      .values({ code, visitorId, visitedOn: dateInMaceio(clickedAt) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const mark = writeReferralMark({ affiliateCode: code, visitorId, clickedAt });
    cookies.set(SHARE_COOKIE, signMark(platform, mark), {
      maxAgeSeconds: ATTRIBUTION_SECONDS,
      path: '/',
      sameSite: 'Lax',
    });
    for (const set of cookies.setCookies) c.header('set-cookie', set, { append: true });
    return c.redirect(path);
  };
}

async function findLink({ db }: Pick<Platform, 'db'>, code: string) {
  const link = await db
    .selectFrom('shareLinks')
    .leftJoin('affiliates', (join) =>
      join.onRef('affiliates.userId', '=', 'shareLinks.userId').on('affiliates.status', '=', 'active'),
    )
    .select(['shareLinks.rifaId', 'affiliates.affiliateCode'])
    .where('shareLinks.code', '=', code)
    .executeTakeFirst();
  return link ?? null;
}
