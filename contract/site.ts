/** What every page needs of the shop as a whole. */
import { oc } from '@orpc/contract';
import { z } from 'zod';

export const FEATURES = ['sales', 'affiliates', 'partnerApplications', 'newsletter'] as const;

export const features = z.object({
  /** New orders. */
  sales: z.boolean(),
  /** New affiliates. */
  affiliates: z.boolean(),
  partnerApplications: z.boolean(),
  newsletter: z.boolean(),
});
export type Features = z.infer<typeof features>;

const announcement = z.object({
  text: z.string(),
  /** A page of the shop, or empty. */
  href: z.string(),
});

export const site = {
  read: oc
    .route({
      method: 'GET',
      path: '/site',
      summary: 'Name, colours, announcement and open parts of the shop',
    })
    .output(
      z.object({
        name: z.string(),
        heroTitle: z.string(),
        heroText: z.string(),
        /** Custom properties that replace the site's own colours; empty when it keeps them. */
        css: z.string(),
        announcement: announcement.nullable(),
        features,
      }),
    ),
};
