/** Which feature writes which table. Others call a function that it exports, and read as they need. */
export const OWNS = byFeature({
  checkout: 'couponClaims coupons couponUses releasedCoupons',
  support: 'deskAgents supportFiles supportInbound supportQuickReplies supportReplies supportTickets',
  ranking: 'rankingPeriods rankingStandings rankingWinners',
  rifas: 'legalFiles openingNotices pictures pictureSizes rifaCorrections rifaLegal rifaPrizes rifas',
  partners: 'partnerLoginCodes partners partnerSecurityEvents partnerSessions serviceVouchers',
  draws: `drawAnchors drawAudience drawChecks drawClauseSteps drawListChunks drawListExclusions drawLists drawListSecrets drawNews draws drawSeals instantPrizes instantPrizeRounds instantPrizeSeeds
    lotteryExtractions lotteryResults lotterySources photoConsents prizeClaims prizeContacts
    prizePhotos replacedWinners rifaWinners`,
  cart: 'abandonedCartTracking anonymousCartItems anonymousCartSessions scheduledNotifications',
  affiliates:
    'affiliateClicks affiliateCommissions affiliateRifaClicks affiliates payouts referrals shareLinks shareOrders shareVisits',
  campaigns: `automationMarks automationStepMarks emailAutomations emailAutomationSteps emailCampaigns emailMessages mailEvents mailSuppressions
    newsletterSubscribers`,
  admin: `bulkActionItems bulkActions buyerCohorts changedSales mergedPeople orderTags orderViews personNotes personTags salesHours
    taggedOrders visitDays`,
  experiments: 'abTestEvents abTests abTestVariants visits',
  personalization: 'buyerPreferences consents customerInteractions',
  payments:
    'cashClosings paymentAttempts providerCalls providerPayments refunds settlementFiles settlementLines settlementReports settlementRequests webhookInbox',
  orders: `cotaGifts groupPurchaseParts groupPurchases numberLookups numberPages orderEvents orderItems orderReceipts orders regulationAcceptances
    returnedCotas rifaCounters rifaSecrets rifaShares standAllotments standRejections standSales`,
  accounts: `accessCodes auth.auditLog auth.declaredSecrets auth.flowStates auth.identities auth.knownDevices auth.knownSecrets auth.mfaChallenges auth.mfaFactors
    auth.oneTimeTokens auth.passkeyChallenges auth.passkeys auth.recoveryCodes auth.reversibleChanges
    auth.securityEvents auth.sessions auth.signingKeys auth.signUps auth.users confirmedPhones expressAccounts ownLimits personSearch persons phoneCodes profiles spendingClaims verifiedPhones
    teamInvitations termsAcceptances`,
  approvals: 'approvals',
  notifications: `notificationReads notifications pushKeys pushSubscriptions whatsappConfirmations whatsappContacts`,
  settings: 'commissionTerms excludedPeople settings shopLogos',
  'activity-log': 'activityLogs',
  ledger: 'ledgerProof ledgerCheck ledgerEntries ledgerSegments paymentChanges paymentDays',
  transparency:
    'logAnchors logCheckpoints logCosignatures logEntries logQueue logTiles logTimestamps logTree logWitnesses',
  mail: 'emailPreferences linkKeys mailBounces mailState outbox',
  platform: 'auth.rateLimits cspReports idempotencyKeys jobRuns',
});

/** Writes outside the owner, each with its reason. */
export const FOREIGN_WRITES: Record<string, readonly string[]> = {
  // One round trip for a whole batch of orders: a call per feature would double the time that pages are locked.
  'server/orders/reservation/write-batch.queries.ts': ['paymentAttempts', 'shareOrders'],
  // `rifas.sold_numbers` is a cached sum of the counters that orders own.
  'server/orders/numbers/refresh-sold-numbers.ts': ['rifas'],
  // Rifas stand above draws: the draw sets `status` to completed in the transaction that writes its winners.
  'server/draws/draw-rifa.ts': ['rifas'],
  // These also write the rifa's day and extraction, in the transaction that seals or decides.
  'server/draws/set-draw-day.ts': ['rifas'],
  // Orders and checkout stand above accounts: the records of a person move in the transaction that joins it with another.
  'server/accounts/persons/join-persons.ts': ['couponClaims', 'coupons', 'rifaShares'],
  // Checkout may import orders: an order and its coupon claim share one key.
  'server/orders/identity/rename-equal-requests.ts': ['couponClaims'],
  // Checkout may import orders: a late payment claims its coupon again, in the transaction that settles it.
  'server/orders/lifecycle/take-coupon-place.ts': ['couponClaims', 'coupons'],
  'server/orders/lifecycle/retake-coupon.ts': ['couponClaims', 'releasedCoupons'],
  // One statement in the transaction of every payment: the receipt and its entry of the log.
  'server/orders/lifecycle/record-receipt.ts': ['logQueue'],
  // Campaigns stand above mail: every feature may queue an automated mail, which campaigns sends.
  'server/mail/queue-automated-mail.ts': ['emailMessages'],
  // Partners stand above affiliates, who pay both: `service_vouchers.payout_id` belongs to the payout.
  'server/affiliates/payouts/collect-payouts.job.ts': ['serviceVouchers'],
  'server/affiliates/payouts/release-payout.ts': ['serviceVouchers'],
};

/** Files that name tables at run time: every table of a person's data, of a person's records, of a retention rule. */
export const WRITE_ANY_TABLE = [
  'server/accounts/privacy/erase-person.ts',
  'server/admin/people/reassign-records.ts',
  'server/platform/database/retention.ts',
];

function byFeature(names: Record<string, string>): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(names).map(([feature, tables]) => [feature, tables.trim().split(/\s+/)]),
  );
}

/** @param schema the text of database/schema.ts */
export function tablesOf(schema: string): string[] {
  const list = /export interface DB \{([^}]*)\}/.exec(schema)![1]!;
  return [...list.matchAll(/^ {2}"?([\w.]+)"?:/gm)].map((match) => match[1]!);
}

/** Tables that a file writes: by Kysely, by SQL in a template, or by a retention rule. */
export function writtenTables(text: string, tables: readonly string[]): string[] {
  const names = [
    ...text.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['`]([\w.]+)/g),
    ...text.matchAll(/\b(?:insert into|update|delete from|merge into|truncate) ((?:auth\.)?[a-z_]+)\b/g),
    ...text.matchAll(/\btable: '([\w.]+)', column:/g),
  ].map((match) => match[1]!.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return [...new Set(names)].filter((name) => tables.includes(name));
}
