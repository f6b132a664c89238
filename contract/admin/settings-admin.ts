/** Settings of the shop. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MAX_AFFILIATE_RATE, MAX_VOUCHER_CENTAVOS } from '@mare/domain/affiliates/commission-terms.ts';
import { isReadable } from '@mare/domain/admin/brand-colours.ts';
import { areLevels } from '@mare/domain/ranking/levels.ts';
import { SOCIAL_PROOF_MODES } from '@mare/domain/social-proof/social-proof-mode.ts';
import { ASSIGNMENTS, TICKET_CATEGORIES, type TicketCategory } from '@mare/domain/support/ticket-category.ts';
import { trimmedText, writtenText } from '../plain-text.ts';
import { sitePath } from '../site-path.ts';
import { level } from '../ranking/ranking.ts';
import { pickErrors } from '../errors.ts';
import { rowVersion } from '../row-version.ts';
import { MAX_ALLOTMENT } from '@mare/domain/orders/stand-allotment.ts';
import { LAUNCH_STEPS } from '@mare/domain/admin/launch-steps.ts';
import { contacts, features, LOGO_KINDS, storedLogos } from '../site.ts';
import { outage } from './outage.ts';
import { storedInstant } from '../stored-dates.ts';

export const editedTier = z.object({
  /** Immutable: carts store it. */
  key: z.string().regex(/^[a-z0-9]{1,20}$/),
  name: writtenText(40),
  quantity: z.int().min(1).max(1000),
  bonusPercentage: z.int().min(0).max(100),
});
export type EditedTier = z.infer<typeof editedTier>;

export const tiers = z
  .array(editedTier)
  .min(1)
  .max(6)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length)
  .refine((all) => new Set(all.map(({ quantity }) => quantity)).size === all.length);
const cities = z.array(writtenText(80)).min(1).max(200);
const socialProof = z.object({ mode: z.enum(SOCIAL_PROOF_MODES) });

const pointRules = z.object({
  pointsPerReal: z.int().min(1).max(100),
  /** Per referred person. */
  referralPoints: z.int().min(0).max(10_000),
});
const levels = z
  .array(level.extend({ name: writtenText(40), minPoints: z.int().min(0).max(1_000_000_000) }))
  .max(10)
  .refine(areLevels);
const promised = z.array(writtenText(120)).max(10);
/** Prizes of the first places by period; a period may have none. */
const rankingPrizes = z.object({ day: promised, week: promised, month: promised });

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/)
  .refine(isReadable)
  .nullable();
const brand = z.object({
  name: trimmedText(40).min(2),
  heroTitle: writtenText(80),
  heroText: writtenText(300),
  /** Null: the site's default. Each must have text contrast. */
  brandColour: colour,
  buttonColour: colour,
});
const announced = z.object({
  /** Empty: no announcement. */
  text: trimmedText(200),
  /** Empty: no link. */
  href: z.union([z.literal(''), sitePath(200)]),
  until: storedInstant.nullable(),
});

const prizes = z.object({
  /** Days to claim a prize, counted from the draw, where the law sets none. Applies to rifas published later. */
  claimDays: z.int().min(7).max(365),
  /** Tax withheld on a prize, by kind. */
  taxOnProducts: trimmedText(500),
  taxOnServices: trimmedText(500),
  taxOnCash: trimmedText(500),
});

/** Charge-back window in days, for which commissions are on hold. */
const chargeback = z.object({ days: z.int().min(0).max(365) });

const commissions = z.object({
  /** Share of a paid order that its affiliate earns, in ten-thousandths. Applies to sales paid from then on. */
  affiliateRate: z.int().min(0).max(MAX_AFFILIATE_RATE),
  /** Earnings of a partner per validated voucher. Applies to vouchers used from then on. */
  voucherCentavos: z.int().min(0).max(MAX_VOUCHER_CENTAVOS),
});

const ticketCategories = Object.keys(TICKET_CATEGORIES) as [TicketCategory, ...TicketCategory[]];
export const deskRules = z.object({
  assignment: z.enum(ASSIGNMENTS),
  /** Agent by category; the other categories are assigned in turn. */
  agents: z.partialRecord(z.enum(ticketCategories), z.uuid()),
});
export type DeskRules = z.infer<typeof deskRules>;

/** Numbers that a seller may set aside per rifa for a stand without a network; 0: none. */
const standRules = z.object({ maxNumbers: z.int().min(0).max(MAX_ALLOTMENT) });

const setting = <Value extends z.ZodType>(value: Value) =>
  z.object({ /** Rises with every change. */ version: z.int(), value });

export const shopSettings = z.object({
  purchaseTiers: setting(tiers),
  eligibleCities: setting(cities),
  socialProof: setting(socialProof),
  pointRules: setting(pointRules),
  levels: setting(levels),
  rankingPrizes: setting(rankingPrizes),
  brand: setting(brand),
  logo: setting(storedLogos),
  announcement: setting(announced),
  features: setting(features),
  contacts: setting(contacts),
  prizes: setting(prizes),
  chargeback: setting(chargeback),
  commissions: setting(commissions),
  desk: setting(deskRules),
  stand: setting(standRules),
});
export type ShopSettings = z.infer<typeof shopSettings>;

/** Health of the shop and its environment's configuration. */
export const shopState = z.object({
  demo: z.boolean(),
  outage,
  /** Requirements before the shop opens. */
  launch: z.array(z.object({ step: z.enum(LAUNCH_STEPS), done: z.boolean() })),
  publicUrl: z.string(),
  payments: z.object({
    /** The configured providers, that of new charges first, and how their last calls ended. */
    providers: z.array(
      z.object({
        provider: z.enum(['mercadopago', 'sandbox', 'pix']),
        health: z.enum(['responds', 'fails', 'quiet', 'unused']),
        /** In Portuguese. */
        lastCalls: z.string(),
      }),
    ),
    lastWebhookAt: z.iso.datetime().nullable(),
    webhooksWaiting: z.int(),
    /** Failed after all retries. */
    webhooksFailed: z.int(),
    /** Charges with an unknown result. */
    unanswered: z.int(),
  }),
  mail: z.object({
    kind: z.enum(['smtp', 'mailbox', 'none']),
    lastSentAt: z.iso.datetime().nullable(),
    lastFailedAt: z.iso.datetime().nullable(),
    lastError: z.string().nullable(),
    /** Address of replies that arrive in their ticket; null if they do not. */
    replies: z.string().nullable(),
  }),
  whatsApp: z.object({
    sends: z.enum(['service', 'mailbox', 'none']),
    /** Messages to the shop's number arrive in the person's ticket. */
    receives: z.boolean(),
  }),
  /**
   * Number of confirmed persons whose keys are neither in PERSON_KEYS nor derived from AUTH_SECRET: their limits are
   * not enforced.
   */
  unknownPersons: z.int(),
  /** Jobs by queue, as counted within the last minutes. */
  queues: z.array(z.object({ name: z.string(), waiting: z.int(), running: z.int(), failed: z.int() })),
  /** Content-Security-Policy violations of the last 30 days, by kind, latest first. */
  cspReports: z.array(
    z.object({
      directive: z.string(),
      /** An origin, or a keyword such as `inline`. */
      blocked: z.string(),
      /** First folder of the page's path. */
      page: z.string(),
      reports: z.int(),
      lastAt: z.iso.datetime(),
    }),
  ),
});
export type ShopState = z.infer<typeof shopState>;

export const settingChange = z.discriminatedUnion('key', [
  z.object({ key: z.literal('purchase_tiers'), value: tiers }),
  z.object({ key: z.literal('eligible_cities'), value: cities }),
  z.object({ key: z.literal('social_proof'), value: socialProof }),
  z.object({ key: z.literal('point_rules'), value: pointRules }),
  z.object({ key: z.literal('levels'), value: levels }),
  z.object({ key: z.literal('ranking_prizes'), value: rankingPrizes }),
  z.object({ key: z.literal('brand'), value: brand }),
  z.object({ key: z.literal('announcement'), value: announced }),
  z.object({ key: z.literal('features'), value: features }),
  z.object({ key: z.literal('contacts'), value: contacts }),
  z.object({ key: z.literal('prizes'), value: prizes }),
  z.object({ key: z.literal('chargeback'), value: chargeback }),
  z.object({ key: z.literal('commissions'), value: commissions }),
  z.object({ key: z.literal('desk'), value: deskRules }),
  z.object({ key: z.literal('stand'), value: standRules }),
]);
export type SettingChange = z.infer<typeof settingChange>;

/** Maximum size of an uploaded logo. */
const MAX_LOGO_BYTES = 5 * 1024 * 1024;
const logoChange = z.object({
  kind: z.enum(LOGO_KINDS),
  /** The version that was read. A form's fields are texts. */
  version: z.coerce.number().pipe(rowVersion),
});

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

const excludedPerson = z.object({
  /** Digits. */
  cpf: z.string(),
  /** Note for the team about the person. */
  note: z.string(),
  addedAt: z.iso.datetime(),
});
export type ExcludedPerson = z.infer<typeof excludedPerson>;
const done = z.object({ done: z.literal(true) });

export const settingsAdmin = {
  excludedPeople: oc
    .route({ method: 'GET', path: '/admin/excluded-people', summary: 'List people who may not take part' })
    .output(z.array(excludedPerson))
    .errors(onlyAdmins),
  excludePerson: oc
    .route({ method: 'POST', path: '/admin/excluded-people', summary: 'Exclude a person from every rifa' })
    .input(z.object({ cpf: z.string().max(20), note: trimmedText(120).min(2) }))
    .output(done)
    .errors({ ...onlyAdmins, ...pickErrors('INVALID_PROFILE') }),
  admitPerson: oc
    .route({
      method: 'DELETE',
      path: '/admin/excluded-people/{cpf}',
      summary: 'Let an excluded person take part again',
    })
    .input(z.object({ cpf: z.string().regex(/^[0-9]{11}$/) }))
    .output(done)
    .errors(onlyAdmins),
  read: oc
    .route({ method: 'GET', path: '/admin/settings', summary: 'Read the shop’s settings' })
    .output(shopSettings)
    .errors(onlyAdmins),
  state: oc
    .route({
      method: 'GET',
      path: '/admin/state',
      summary: 'Read the state of payments, mail and jobs',
    })
    .output(shopState)
    .errors(onlyAdmins),
  setLogo: oc
    .route({ method: 'POST', path: '/admin/settings/logo/{kind}', summary: 'Upload a logo of the shop' })
    .input(logoChange.extend({ picture: z.file().max(MAX_LOGO_BYTES) }))
    .output(z.object({ version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('PICTURE_UNREADABLE', 'PICTURE_TOO_SMALL', 'PICTURE_TOO_LARGE', 'VERSION_CONFLICT'),
    }),
  removeLogo: oc
    .route({ method: 'DELETE', path: '/admin/settings/logo/{kind}', summary: 'Remove a logo of the shop' })
    .input(logoChange)
    .output(z.object({ version: z.int() }))
    .errors({ ...onlyAdmins, ...pickErrors('VERSION_CONFLICT') }),
  save: oc
    .route({ method: 'PUT', path: '/admin/settings', summary: 'Change one setting' })
    .input(z.object({ /** The one that was read. */ version: rowVersion, change: settingChange }))
    .output(z.object({ version: z.int() }))
    .errors({ ...onlyAdmins, ...pickErrors('RECENT_PROOF_REQUIRED', 'VERSION_CONFLICT') }),
};
