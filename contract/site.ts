/** Shop settings that every page needs. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { isValidCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import { plainText, trimmedText, writtenText } from './plain-text.ts';

export const FEATURES = [
  'sales',
  'affiliates',
  'partnerApplications',
  'newsletter',
  'groupPurchases',
] as const;

export const features = z.object({
  /** Whether new orders are accepted. */
  sales: z.boolean(),
  /** Whether new affiliates may join. */
  affiliates: z.boolean(),
  partnerApplications: z.boolean(),
  newsletter: z.boolean(),
  /** Whether group purchases may be started. Absent in older settings. */
  groupPurchases: z.boolean().default(true),
  /** Whether the checkout shows the Pix code itself; otherwise it opens the provider's page first, if there is one. */
  pixOnPage: z.boolean(),
  /** Whether a person's second order needs a confirmed phone. Absent in older settings. */
  confirmedPhone: z.boolean().default(false),
});
export type Features = z.infer<typeof features>;

const profileUrl = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(200)]);

/** How to reach the shop, its profiles and trust badges. An empty field is not shown. */
export const contacts = z.object({
  email: z.union([z.literal(''), z.email().max(255)]),
  /** Digits with the country's code. */
  whatsApp: z.string().regex(/^(55\d{10,11})?$/),
  /** Opening hours, one per line. */
  hours: plainText(300),
  instagram: profileUrl,
  facebook: profileUrl,
  twitter: profileUrl,
  badges: z.array(writtenText(40)).max(6),
  /** Legal identity of the organiser. Empty in settings from before it existed. */
  organiser: trimmedText(120).default(''),
  /** 14 characters. */
  cnpj: z
    .string()
    .refine((cnpj) => cnpj === '' || isValidCnpj(cnpj))
    .default(''),
  address: trimmedText(200).default(''),
  /** Address of the data protection contact (LGPD, art. 41). */
  privacyEmail: z.union([z.literal(''), z.email().max(255)]).default(''),
});
export type Contacts = z.infer<typeof contacts>;

export const LOGO_KINDS = ['mark', 'wide'] as const;
/** A square mark, or a logo wider than high. */
export type LogoKind = (typeof LOGO_KINDS)[number];

const storedLogo = z.object({
  /** Argument of `logoPath`. */
  id: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
});

/** Null: the shop shows its name next to the default logo. */
export const storedLogos = z.object({ mark: storedLogo.nullable(), wide: storedLogo.nullable() });
export type StoredLogos = z.infer<typeof storedLogos>;

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
      summary: 'Read name, colours, contacts, announcement, commissions and open features of the shop',
    })
    .output(
      z.object({
        name: z.string(),
        heroTitle: z.string(),
        heroText: z.string(),
        /** CSS custom properties that override the default colours, or empty. */
        css: z.string(),
        logo: storedLogos,
        /** Path of the sharing picture for pages without a specific one, 1200 × 630 pixels. */
        picture: z.string(),
        announcement: announcement.nullable(),
        features,
        /** Whether new orders can also be paid on the provider's own page. */
        hasPaymentPage: z.boolean(),
        contacts,
        commissions: z.object({
          /** Affiliates' share of a sale, in ten-thousandths. */
          affiliateRate: z.int(),
          /** Earnings of a partner per used voucher. */
          voucherCentavos: z.int(),
        }),
      }),
    ),
};
