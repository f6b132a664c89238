/** Shop settings that every page needs. */
import { oc } from '@orpc/contract';
import { z } from 'zod';

export const FEATURES = ['sales', 'affiliates', 'partnerApplications', 'newsletter'] as const;

export const features = z.object({
  /** Whether new orders are accepted. */
  sales: z.boolean(),
  /** Whether new affiliates may join. */
  affiliates: z.boolean(),
  partnerApplications: z.boolean(),
  newsletter: z.boolean(),
  /** Whether the checkout shows the Pix code itself; else it opens the provider's page first. */
  pixOnPage: z.boolean(),
});
export type Features = z.infer<typeof features>;

const announcement = z.object({
  text: z.string(),
  /** Path on this site, or empty. */
  href: z.string(),
});

export const site = {
  read: oc
    .route({
      method: 'GET',
      path: '/site',
      summary: 'Read name, colours, announcement and open features of the shop',
    })
    .output(
      z.object({
        name: z.string(),
        heroTitle: z.string(),
        heroText: z.string(),
        /** CSS custom properties that override the default colours, or empty. */
        css: z.string(),
        announcement: announcement.nullable(),
        features,
      }),
    ),
};
