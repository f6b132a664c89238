import { hasPaymentPage } from '@mare/domain/payments/payment-page.ts';
import { api } from '../platform/http/api.ts';
import { readSite } from './read-site.ts';

export const siteRoutes = {
  read: api.site.read.handler(async ({ context: { platform } }) => ({
    ...(await readSite(platform)),
    hasPaymentPage: hasPaymentPage(platform.config.defaultProvider),
  })),
};
