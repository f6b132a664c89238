/** Records a referral link on any page: sets the cookie and counts a click. The page itself is unchanged. */
import type { MiddlewareHandler } from 'hono';
import { readAffiliateCode, REFERRAL_PARAMETER } from '@mare/domain/affiliates/affiliate-code.ts';
import {
  ATTRIBUTION_SECONDS,
  readReferralMark,
  REFERRAL_COOKIE,
  writeReferralMark,
} from '@mare/domain/affiliates/referral-mark.ts';
import { requestCookies } from '../../platform/http/request/cookies.ts';
import { callerIpAddress, type HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRateLimiter, type RateLimit } from '../../platform/http/request/rate-limit.ts';
import { isVisit } from './is-visit.ts';
import { recordClick } from './record-click.ts';
import { isSignedMark, signMark } from './sign-mark.ts';

/**
 * New visitors per IP address: enough for a household or a café, too few for a script that drops or invents cookies.
 */
const NEW_VISITORS: RateLimit = { name: 'referral-visitors', hits: 40, seconds: 3600 };

export function followReferral(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'caches'>,
): MiddlewareHandler<HttpEnv> {
  const limiter = createRateLimiter(platform.clock);
  return async (c, next) => {
    const affiliateCode = readAffiliateCode(c.req.query(REFERRAL_PARAMETER) ?? '');
    if (!affiliateCode || !isVisit(c.req.raw)) return next();
    const cookies = requestCookies(c.req.header('cookie'), platform.config.publicUrl);
    const cookie = cookies.read(REFERRAL_COOKIE) ?? '';
    const known = isSignedMark(platform, cookie) ? readReferralMark(cookie) : null;
    const ipAddress = callerIpAddress(c, platform.config.trustedProxyHops) ?? 'unknown';
    const mark = {
      affiliateCode,
      visitorId: known?.visitorId ?? platform.random.bytes(16).toString('base64url'),
      clickedAt: platform.clock.now(),
    };
    const counts = known !== null || limiter.spend(NEW_VISITORS, `${ipAddress}:${affiliateCode}`) === null;
    const found = counts && (await recordClick(platform, mark, rifaOf(c.req.path)));
    await next();
    if (!found) return;
    cookies.set(REFERRAL_COOKIE, signMark(platform, writeReferralMark(mark)), {
      maxAgeSeconds: ATTRIBUTION_SECONDS,
      path: '/',
      sameSite: 'Lax',
    });
    for (const cookie of cookies.setCookies) c.res.headers.append('set-cookie', cookie);
  };
}

/** The id of the rifa whose page has this path, or null. */
function rifaOf(path: string): string | null {
  return /^\/rifa\/([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})(?:\/|$)/i.exec(path)?.[1] ?? null;
}
