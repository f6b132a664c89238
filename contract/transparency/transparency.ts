/** The public log in words, and proofs that it only grows. Its files are served below /log. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

export const loggedEntry = z.object({
  /** 0-based place in the log. */
  index: z.int(),
  kind: z.string(),
  /** When it happened, by the shop's clock; null for a receipt. */
  at: z.iso.datetime().nullable(),
  /** Portuguese. */
  sentence: z.string(),
  /** Canonical form: the bytes that were hashed. */
  text: z.string(),
  /** The stored text matches its hash. Otherwise the database was changed. */
  isGenuine: z.boolean(),
});
export type LoggedEntry = z.infer<typeof loggedEntry>;

export const logOverview = z.object({
  /** Public key (vkey); its name is the log's. Null while the log is not signed. */
  verifierKey: z.string().nullable(),
  /** The signed tree that is served; null before the first. */
  signed: z.object({ size: z.int(), signedAt: z.iso.datetime() }).nullable(),
  /** The shop's own record contradicts its database: nothing is signed since then. */
  forkFoundAt: z.iso.datetime().nullable(),
  /** Signed entries whose text is no longer in the database. */
  missing: z.int(),
  /** Receipts among the entries. */
  receipts: z.int(),
  /** Trust policy (c2sp.org/tlog-policy); null without a key. */
  policy: z.string().nullable(),
  /** The last time stamp of an authority (RFC 3161), by its clock; null before the first. */
  stamped: z
    .object({
      /** Host of the authority. */
      authority: z.string(),
      stampedAt: z.iso.datetime(),
      /** The shop runs the authority itself, as the demonstration does. */
      isOwn: z.boolean(),
    })
    .nullable(),
  /** The last checkpoint that a calendar of OpenTimestamps stamped, if possible one whose block is known. */
  anchored: z
    .object({
      /** Size of its tree; its files are /log/anchors/<size>.txt and .txt.ots. */
      size: z.int(),
      /** Host of the calendar. */
      calendar: z.string(),
      anchoredAt: z.iso.datetime(),
      /** Height of the Bitcoin block; null while the calendar has only promised the timestamp. */
      blockHeight: z.int().nullable(),
    })
    .nullable(),
  /** Newest first, without receipts. */
  latest: z.array(loggedEntry),
});
export type LogOverview = z.infer<typeof logOverview>;

const treeSize = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const transparency = {
  overview: oc
    .route({ method: 'GET', path: '/transparency', summary: 'Describe the public log' })
    .output(logOverview),
  rifaEntries: oc
    .route({
      method: 'GET',
      path: '/transparency/rifas/{rifaId}',
      summary: 'List what the public log says of a rifa',
    })
    .input(z.object({ rifaId: z.uuid() }))
    .output(
      z.object({
        /** Newest first: all of its steps, the newest of its cotas premiadas and the newest hourly counts of sold numbers. */
        entries: z.array(loggedEntry),
        /** Counts before those. */
        olderCounts: z.int(),
        /** Signed entries of the whole log whose text is no longer in the database. */
        missing: z.int(),
      }),
    ),
  growth: oc
    .route({
      method: 'GET',
      path: '/transparency/growth',
      summary: 'Prove that the public log contains an earlier tree',
    })
    .input(z.object({ from: treeSize }))
    .output(
      z.object({
        /** The signed note of the current tree; null before the first. */
        checkpoint: z.string().nullable(),
        /** Consistency proof in base64; null when the current tree is smaller than the earlier one. */
        proof: z.array(z.string()).nullable(),
        verifierKey: z.string().nullable(),
        /** Signed notes with which keys of this tree replaced others. */
        keyChanges: z.array(z.string()),
      }),
    )
    .errors(pickErrors('TOO_MANY_REQUESTS')),
};
