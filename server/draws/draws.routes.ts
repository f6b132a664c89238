/** Public draw endpoints, and the winners' prize endpoints. */
import { can } from '@mare/domain/accounts/permissions.ts';
import { api, limitRate, limitShared, requireRecentProof, requireUser } from '../platform/http/api.ts';
import { isUuid } from '../platform/is-uuid.ts';
import { instantPrizesRoutes } from './instant/instant-prizes.routes.ts';
import { countAudience } from './audience/count-audience.ts';
import { respondWithStream } from '../platform/realtime/send-event-stream.ts';
import type { LiveDraws } from './audience/live-draws.ts';
import { claimPrize } from './prizes/claim-prize.ts';
import { changePhotoConsent, readOwnPhoto } from './prizes/delivery/delivery-photo.ts';
import { listOwnPrizes } from './prizes/list-prizes.ts';
import { listWithdrawnPrizes } from './prizes/list-withdrawn-prizes.ts';
import { countWinners, listWinners } from './list-winners.ts';
import { readDrawAudit } from './proofs/read-draw-audit.ts';
import { readGiftProof, readProofs } from './proofs/read-proofs.ts';
import { mailReceipt } from './proofs/receipts/mail-receipt.ts';
import { readOrderReceipt } from './proofs/receipts/read-receipt.ts';
import { lotteryArchiveRoutes } from './archive/lottery-archive.routes.ts';
import { isPublished } from './draws.queries.ts';
import { drawError, drawAdminRoutes } from './admin/draw-admin.routes.ts';

const WINNERS_PER_PAGE = 24;
const PROOFS_PER_PAGE = 50;
/** Each new contact is mailed to the winner. */
const CLAIMS = { name: 'prize-claims', hits: 10, seconds: 3_600 };
const RECEIPT_MAILS = { name: 'receipt-mails', hits: 5, seconds: 3_600 };
/** A page pings three times a minute; many share the IP address of a phone network. */
const AUDIENCE_PINGS = { name: 'draw-audience', hits: 300, seconds: 60 };
/** Limit on opening event streams, per IP address. */
const OPENING = { name: 'live-draws', hits: 600, seconds: 60 };
/** When this process has reached its limit of streams. */
const BUSY_SECONDS = 60;
/** One page of proofs can hash several hundred thousand lines. */
const PROOFS = { name: 'draw-proofs', hits: 60, seconds: 60 };

export const drawsRoutes = {
  ...drawAdminRoutes,
  ...lotteryArchiveRoutes,
  ...instantPrizesRoutes,

  winners: api.draws.winners.handler(async ({ input, context }) => {
    const { db } = context.platform;
    const [winners, count] = await Promise.all([
      listWinners(context.platform, { page: input.page, pageSize: WINNERS_PER_PAGE }),
      countWinners(db),
    ]);
    return { winners, pages: Math.max(1, Math.ceil(count / WINNERS_PER_PAGE)) };
  }),

  audit: api.draws.audit.handler(async ({ input, context, errors }) => {
    const audit = isUuid(input.rifaId)
      ? await readDrawAudit(context.platform.db, input.rifaId, context.platform.clock.now())
      : null;
    if (!audit) throw errors.NOT_FOUND();
    return audit;
  }),

  watch: api.draws.watch.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, AUDIENCE_PINGS, context.ipAddress);
    const watching = await countAudience(context.platform, { ...input, ipAddress: context.ipAddress });
    if (watching === null) throw errors.NOT_FOUND();
    return { watching };
  }),

  proofs: api.draws.proofs.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, PROOFS, context.ipAddress);
    const from = (input.page - 1) * PROOFS_PER_PAGE;
    const proofs = await readProofs(context.platform.db, input.externalReference, {
      from,
      to: from + PROOFS_PER_PAGE,
    });
    if (!proofs) throw errors.NOT_FOUND();
    // A list that is not frozen yet has no proofs.
    const most = Math.max(0, ...proofs.rifas.map(({ list, count }) => (list ? count : 0)));
    return {
      buyerName: proofs.buyerName,
      isPaid: proofs.isPaid,
      isRefundUnderWay: proofs.isRefundUnderWay,
      isDisputed: proofs.isDisputed,
      cashOwedCentavos: proofs.cashOwedCentavos,
      rifas: proofs.rifas,
      pages: Math.max(1, Math.ceil(most / PROOFS_PER_PAGE)),
    };
  }),

  receipt: api.draws.receipt.use(requireUser).handler(async ({ input, context, errors }) => {
    limitRate(context, errors, PROOFS, context.ipAddress);
    const receipt = await readOrderReceipt(context.platform, {
      reference: input.externalReference,
      userId: context.principal.userId,
      part: input.page,
    });
    if (!receipt) throw errors.NOT_FOUND();
    return receipt;
  }),

  mailReceipt: api.draws.mailReceipt.use(requireUser).handler(async ({ input, context, errors }) => {
    limitRate(context, errors, RECEIPT_MAILS, context.principal.userId);
    const mailed = await mailReceipt(context.platform, {
      reference: input.externalReference,
      userId: context.principal.userId,
    });
    if (!mailed) throw errors.NOT_FOUND();
    return mailed;
  }),

  giftProof: api.draws.giftProof.use(requireUser).handler(async ({ input, context, errors }) => {
    limitRate(context, errors, PROOFS, context.ipAddress);
    const { platform, principal } = context;
    const proof = await readGiftProof(platform.db, input.reference, principal.userId);
    if (!proof) throw errors.NOT_FOUND();
    return proof;
  }),

  myPrizes: api.draws.myPrizes.use(requireUser).handler(async ({ context }) => {
    return listOwnPrizes(context.platform, context.principal.userId);
  }),

  myWithdrawnPrizes: api.draws.myWithdrawnPrizes.use(requireUser).handler(async ({ context }) => {
    return listWithdrawnPrizes(context.platform.db, context.principal.userId);
  }),

  claimPrize: api.draws.claimPrize
    .use(requireUser)
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const { winnerId, ...contact } = input;
      await limitShared(context, errors, CLAIMS, context.principal.userId);
      const claimed = await claimPrize(context.platform, {
        winnerId,
        userId: context.principal.userId,
        contact,
      });
      if (claimed.ok) return { done: true };
      if (claimed.code === 'NOT_FOUND') throw errors.NOT_FOUND();
      throw drawError(errors, claimed);
    }),

  prizePhoto: api.draws.prizePhoto.use(requireUser).handler(async ({ input, context, errors }) => {
    const { platform, principal } = context;
    const owner = can(principal.role, 'manage-draws') ? null : principal.userId;
    const photo = await readOwnPhoto(platform.db, input.winnerId, owner);
    if (!photo) throw errors.NOT_FOUND();
    return { type: 'image/jpeg', base64: photo.toString('base64') };
  }),

  changePhotoConsent: api.draws.changePhotoConsent
    .use(requireUser)
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.principal;
      const changed = await changePhotoConsent(context.platform, { ...input, userId });
      if (!changed.ok) throw errors[changed.code]();
      return { done: true };
    }),
};

export const createLiveDrawsRoutes = (liveDraws: LiveDraws) => ({
  live: api.draws.live.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, OPENING, context.ipAddress);
    if (!(await isPublished(context.platform.db, input.rifaId))) throw errors.NOT_FOUND();
    const stream = liveDraws.subscribe(input.rifaId, context.ipAddress);
    if (!stream) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: BUSY_SECONDS } });
    return respondWithStream(context, stream);
  }),
});
