/** Receipts that prove an order's entry in the public log. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pageNumber } from '../list-page.ts';
import { pickErrors } from '../errors.ts';

export const orderReceipt = z.discriminatedUnion('state', [
  /** `none`: paid before the log existed. `waiting`: will be in the log within seconds. `unsigned`: the log is not signed. */
  z.object({ state: z.enum(['none', 'waiting', 'unsigned']) }),
  z.object({
    state: z.literal('ready'),
    /** Proof file (c2sp.org/tlog-proof). */
    file: z.string(),
    /** An order of many cotas has several files. */
    parts: z.int(),
    /** 0-based index of the entry in the log. */
    index: z.int(),
    signedAt: z.iso.datetime(),
    treeSize: z.int(),
    /** Rifas whose lists the file leads to. */
    frozenRifas: z.array(z.uuid()),
    /** Cotas of this part that are not on the frozen list. */
    missing: z.array(z.object({ rifaId: z.uuid(), totalNumbers: z.int(), numbers: z.array(z.int()) })),
    /**
     * `RECEIPT_CHANGED`: the receipt is not the one in the log. `NUMBERS_CHANGED`: the order has other numbers than the
     * receipt, and the log does not say why. Null: they agree.
     */
    contradiction: z.enum(['RECEIPT_CHANGED', 'NUMBERS_CHANGED']).nullable(),
    /** Log entries that exclude cotas of the receipt from the list. */
    exits: z.array(
      z.object({
        index: z.int(),
        at: z.string(),
        reason: z.string(),
        rifaId: z.uuid().nullable(),
        /** Numbers, or the word `todas`. */
        numbers: z.array(z.string()),
      }),
    ),
    /** Opens the buyer's part of the receipt. Personal: name and CPF. Null once the account is deleted. */
    identity: z.string().nullable(),
  }),
]);
export type OrderReceipt = z.infer<typeof orderReceipt>;

export const receiptsContract = {
  receipt: oc
    .route({
      method: 'GET',
      path: '/orders/{externalReference}/proof',
      summary: 'Prove that a paid order of the caller is in the public log',
    })
    .input(
      z.object({
        externalReference: z.string().min(1).max(64),
        /** 1-based part of the receipt. */
        page: pageNumber,
      }),
    )
    .output(orderReceipt)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
  mailReceipt: oc
    .route({
      method: 'POST',
      path: '/orders/{externalReference}/proof/mail',
      summary: 'Mail the proof files of an order of the caller to its e-mail address',
    })
    .input(z.object({ externalReference: z.string().min(1).max(64) }))
    .output(
      z.object({
        /** Masked; null while the receipt has no place in the signed log yet. */
        sentTo: z.string().nullable(),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
};
