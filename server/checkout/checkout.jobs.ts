import { releaseCouponJob } from './coupons/release-coupon.job.ts';

export const checkoutJobs = [releaseCouponJob];
