import { oc } from '@orpc/contract';
import { z } from 'zod';
import { voucherStatus } from '../partners/partners.ts';
import { plainText } from '../plain-text.ts';
import { refuses } from '../refusals.ts';

export const winner = z.object({
  id: z.uuid(),
  rifaId: z.uuid(),
  rifaTitle: z.string(),
  rifaImage: z.string(),
  /** First name and last initial. */
  winnerName: z.string(),
  winnerNumber: z.int(),
  /** The rifa's, to which the number is padded. */
  totalNumbers: z.int(),
  /** 1-based. */
  winnerPosition: z.int(),
  drawDate: z.iso.datetime(),
});
export type Winner = z.infer<typeof winner>;

const prizes = z.array(z.string()).length(5);

const pick = z.object({ prize: z.int(), place: z.int(), digit: z.int() });
const drawStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('digits'),
    position: z.int(),
    extraction: z.int(),
    digits: z.array(pick),
    number: z.int(),
    verdict: z.enum(['won', 'unsold', 'already_won']),
  }),
  z.object({
    kind: z.literal('lot'),
    position: z.int(),
    extraction: z.int(),
    round: z.int(),
    hash: z.string(),
    candidates: z.int(),
    place: z.int(),
    number: z.int(),
    verdict: z.literal('won'),
  }),
  z.object({ kind: z.literal('nobody_left'), position: z.int(), verdict: z.literal('none') }),
]);
const drawOutcome = z.object({
  steps: z.array(drawStep),
  winners: z.array(z.object({ position: z.int(), number: z.int().nullable() })),
  awaits: z.int().nullable(),
});

const lotteryResult = z.object({
  extraction: z.int(),
  /** ISO date. */
  date: z.string(),
  prizes,
  /** The official answer as it came, and its SHA-256; null for a result typed in. */
  rawBody: z.string().nullable(),
  rawHash: z.string().nullable(),
});

/** All it takes to go over a draw, beside the list. */
const drawRecord = z.object({
  seal: z.object({ text: z.string(), hash: z.string() }),
  results: z.array(lotteryResult),
  winners: z.array(z.object({ position: z.int(), number: z.int().nullable(), tag: z.string().nullable() })),
  /** Proof from outside of when the seal existed, as a file of OpenTimestamps in hexadecimal digits. */
  anchor: z.string().nullable(),
});

export const drawStory = z.object({
  rifa: z.object({
    id: z.uuid(),
    title: z.string(),
    image: z.string(),
    status: z.enum(['active', 'closed', 'completed', 'cancelled']),
    totalNumbers: z.int(),
    drawDate: z.iso.datetime(),
  }),
  rule: z.object({
    version: z.string(),
    fallback: z.enum(['lot', 'next_extraction']),
    cotaWinsOnce: z.boolean(),
  }),
  prizes: z.array(z.object({ position: z.int(), name: z.string() })),
  /** Null while sales are open or orders pending. */
  list: z
    .object({
      soldNumbers: z.int(),
      excludedNumbers: z.int(),
      bytes: z.int(),
      hash: z.string(),
      root: z.string(),
      frozenAt: z.iso.datetime(),
    })
    .nullable(),
  /** Oldest first; the last one counts. */
  seals: z.array(
    z.object({
      version: z.int(),
      hash: z.string(),
      text: z.string(),
      extraction: z.int(),
      extractionDate: z.string(),
      reason: z.string().nullable(),
      sealedAt: z.iso.datetime(),
      /** Where and when it was written down outside; null when nowhere. */
      anchor: z
        .object({
          calendar: z.string(),
          anchoredAt: z.iso.datetime(),
          /** Of the block of Bitcoin that holds it, once there is one. */
          blockHeight: z.int().nullable(),
          /** As in `record`. */
          proof: z.string(),
        })
        .nullable(),
    }),
  ),
  /** Oldest first; the last one counts. */
  draws: z.array(
    z.object({
      version: z.int(),
      drawnAt: z.iso.datetime(),
      results: z.array(
        lotteryResult.extend({
          source: z.enum(['official', 'typed']),
          sourceUrl: z.string().nullable(),
          note: z.string().nullable(),
          confirmedAt: z.iso.datetime().nullable(),
        }),
      ),
      outcome: drawOutcome,
    }),
  ),
  /** The extraction that decides next, once the draw is sealed and until it is done. */
  awaits: z.int().nullable(),
  winners: z.array(
    z.object({
      position: z.int(),
      number: z.int(),
      tag: z.string().nullable(),
      /** First name and last initial. */
      name: z.string(),
    }),
  ),
  record: drawRecord.nullable(),
});
export type DrawStory = z.infer<typeof drawStory>;

export const cotaProof = z.object({
  number: z.int(),
  /** 1-based place on the list. */
  place: z.int(),
  /** The list's line: the leaf of the tree. */
  line: z.string(),
  /** From the leaf to the root: hashes in hexadecimal digits, and on which side each stands. */
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
});

export const rifaProofs = z.object({
  rifaId: z.uuid(),
  title: z.string(),
  totalNumbers: z.int(),
  status: z.string(),
  /** Null until the list is frozen. */
  list: z.object({ hash: z.string(), root: z.string(), frozenAt: z.iso.datetime() }).nullable(),
  seal: z.object({ hash: z.string(), extraction: z.int(), extractionDate: z.string() }).nullable(),
  /** The buyer's tag on the list, and the code that shows it is theirs. */
  tag: z.string().nullable(),
  opening: z.string().nullable(),
  /** The order's cotas of this rifa, in all. */
  count: z.int(),
  cotas: z.array(cotaProof),
  /** Numbers of the order that are not on the list. */
  missing: z.array(z.int()),
});
export type RifaProofs = z.infer<typeof rifaProofs>;

export const wonPrize = z.object({
  winnerId: z.uuid(),
  rifaId: z.uuid(),
  rifaTitle: z.string(),
  totalNumbers: z.int(),
  number: z.int(),
  position: z.int(),
  prizeName: z.string().nullable(),
  prizeType: z.enum(['product', 'service']).nullable(),
  state: z.enum(['open', 'claimed', 'delivered', 'expired']),
  claimUntil: z.iso.datetime(),
  claimedAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  contact: z.object({ name: z.string(), phone: z.string(), note: z.string() }).nullable(),
  /** Of a service, once a partner was found. */
  voucher: z.object({ id: z.uuid(), status: voucherStatus, expiresAt: z.iso.datetime() }).nullable(),
});
export type WonPrize = z.infer<typeof wonPrize>;

/** As the draw room shows it. */
export const prizeToDeliver = wonPrize.extend({
  winnerName: z.string(),
  winnerEmail: z.string().nullable(),
  deliveryNote: z.string().nullable(),
  hasProof: z.boolean(),
});
export type PrizeToDeliver = z.infer<typeof prizeToDeliver>;

export const drawRoom = z.object({
  rifas: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      status: z.enum(['active', 'closed']),
      drawDate: z.iso.datetime(),
      totalNumbers: z.int(),
      soldNumbers: z.int(),
      pendingOrders: z.int(),
      frozenAt: z.iso.datetime().nullable(),
      seal: z
        .object({ extraction: z.int(), extractionDate: z.string(), hash: z.string(), version: z.int() })
        .nullable(),
      /** The extraction whose result is needed next. */
      awaits: z.int().nullable(),
    }),
  ),
  results: z.array(
    z.object({
      id: z.uuid(),
      extraction: z.int(),
      version: z.int(),
      date: z.string(),
      prizes,
      source: z.enum(['official', 'typed']),
      note: z.string().nullable(),
      state: z.enum(['pending', 'confirmed', 'rejected', 'superseded']),
      /** Null: fetched by the product itself. */
      enteredBy: z.string().nullable(),
      enteredByCaller: z.boolean(),
      enteredAt: z.iso.datetime(),
      decidedBy: z.string().nullable(),
    }),
  ),
  /** Whether the official service can be asked. */
  canFetch: z.boolean(),
});
export type DrawRoom = z.infer<typeof drawRoom>;

const extraction = z.int().min(1).max(9_999_999);
const done = z.object({ done: z.literal(true) });
const note = plainText(500).trim().min(3);
const adminsOnly = refuses('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'DRAW_REFUSED');

/** A photo or a PDF in base64, 700 kB at most once decoded. */
const proofFile = z.object({
  type: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  base64: z.base64().max(933_336),
});

export const draws = {
  winners: oc
    .route({ method: 'GET', path: '/winners', summary: 'Winners, latest draw first' })
    .input(z.object({ /** 1-based. */ page: z.coerce.number().int().min(1).max(10_000).default(1) }))
    .output(z.object({ winners: z.array(winner), pages: z.int() })),
  story: oc
    .route({
      method: 'GET',
      path: '/draws/{rifaId}',
      summary: 'How a rifa was or will be drawn, with all evidence',
    })
    .input(z.object({ rifaId: z.string() }))
    .output(drawStory)
    .errors(refuses('NOT_FOUND')),
  proofs: oc
    .route({
      method: 'GET',
      path: '/orders/{externalReference}/proofs',
      summary: 'Proof that the cotas of an order are on the frozen lists',
    })
    .input(
      z.object({
        externalReference: z.string().min(1).max(64),
        /** 1-based; 50 cotas of each rifa. */
        page: z.coerce.number().int().min(1).max(10_000).default(1),
      }),
    )
    .output(z.object({ buyerName: z.string(), pages: z.int(), rifas: z.array(rifaProofs) }))
    .errors(refuses('NOT_FOUND', 'TOO_MANY_REQUESTS')),
  giftProof: oc
    .route({
      method: 'GET',
      path: '/gifts/{reference}/proof',
      summary: 'Proof that a cota one was given is on the frozen list',
    })
    .input(z.object({ reference: z.string().min(1).max(64) }))
    .output(
      z.object({
        /** First name and last initial. */
        giver: z.string(),
        /** The version of the rule that draws the rifa. */
        drawRule: z.string(),
        number: z.int(),
        rifa: rifaProofs,
      }),
    )
    .errors(refuses('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
  myPrizes: oc
    .route({ method: 'GET', path: '/prizes/mine', summary: 'The caller’s own prizes' })
    .output(z.array(wonPrize))
    .errors(refuses('NOT_AUTHENTICATED')),
  claimPrize: oc
    .route({ method: 'POST', path: '/prizes/{winnerId}/claim', summary: 'Ask for an own prize' })
    .input(
      z.object({
        winnerId: z.uuid(),
        name: plainText(120).trim().min(2),
        phone: plainText(30).trim().min(8),
        note: plainText(500),
      }),
    )
    .output(done)
    .errors(refuses('NOT_AUTHENTICATED', 'NOT_FOUND', 'DRAW_REFUSED')),
  room: oc
    .route({ method: 'GET', path: '/admin/draws', summary: 'Everything that waits on the way to a draw' })
    .output(drawRoom)
    .errors(refuses('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  seal: oc
    .route({
      method: 'POST',
      path: '/admin/draws/{rifaId}/seal',
      summary: 'Publish the terms of a draw, with the number of its extraction',
    })
    .input(
      z.object({
        rifaId: z.uuid(),
        extraction,
        extractionDate: z.iso.date(),
        reason: plainText(500).nullable(),
      }),
    )
    .output(z.object({ hash: z.string() }))
    .errors(adminsOnly),
  fetchResult: oc
    .route({
      method: 'POST',
      path: '/admin/lottery-results/fetch',
      summary: 'Ask the official service for a result',
    })
    .input(z.object({ extraction }))
    .output(done)
    .errors(adminsOnly),
  enterResult: oc
    .route({ method: 'POST', path: '/admin/lottery-results', summary: 'Enter a result by hand' })
    .input(
      z.object({
        extraction,
        date: z.iso.date(),
        prizes: z.array(z.string().max(10)).length(5),
        note,
      }),
    )
    .output(done)
    .errors(adminsOnly),
  confirmResult: oc
    .route({
      method: 'POST',
      path: '/admin/lottery-results/{id}/confirm',
      summary: 'Confirm a result that somebody else entered',
    })
    .input(z.object({ id: z.uuid() }))
    .output(done)
    .errors(adminsOnly),
  rejectResult: oc
    .route({
      method: 'POST',
      path: '/admin/lottery-results/{id}/reject',
      summary: 'Reject an entered result',
    })
    .input(z.object({ id: z.uuid() }))
    .output(done)
    .errors(adminsOnly),
  prizes: oc
    .route({ method: 'GET', path: '/admin/prizes', summary: 'Prizes won, those still to deliver first' })
    .output(z.array(prizeToDeliver))
    .errors(refuses('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  deliver: oc
    .route({
      method: 'POST',
      path: '/admin/prizes/{winnerId}/delivery',
      summary: 'Record a prize as delivered',
    })
    .input(z.object({ winnerId: z.uuid(), note, proof: proofFile.nullable() }))
    .output(done)
    .errors(adminsOnly),
  deliveryProof: oc
    .route({
      method: 'GET',
      path: '/admin/prizes/{winnerId}/proof',
      summary: 'The file that proves a delivery',
    })
    .input(z.object({ winnerId: z.uuid() }))
    .output(proofFile)
    .errors(adminsOnly),
};
