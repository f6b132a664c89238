/** The public log for the site's pages. */
import { makeConsistencyProof } from '@mare/domain/transparency/log/merkle-tree.ts';
import { toBase64 } from '@mare/domain/transparency/base64.ts';
import { defineCache } from '../platform/caching/caches.ts';
import { api, limitRate } from '../platform/http/api.ts';
import { createTimedCache } from '../platform/caching/timed-cache.ts';
import { listRifaEntries, readLogOverview } from './describe-log.ts';
import { findSigningKey } from './keys/find-signing-key.ts';
import { readKeyChanges } from './keys/read-key-changes.ts';
import { readHashes } from './tree/log.queries.ts';
import { readSignedTree } from './log.routes.ts';

const OVERVIEW_MS = 2_000;
const GROWTH = { name: 'log-growth', hits: 120, seconds: 60 };

const overviews = defineCache(() =>
  createTimedCache<Awaited<ReturnType<typeof readLogOverview>>>(OVERVIEW_MS),
);

export const transparencyRoutes = {
  overview: api.transparency.overview.handler(({ context: { platform } }) =>
    overviews(platform).get('', platform.clock.now(), () => readLogOverview(platform)),
  ),

  rifaEntries: api.transparency.rifaEntries.handler(({ input, context: { platform } }) =>
    listRifaEntries(platform, input.rifaId),
  ),

  growth: api.transparency.growth.handler(async ({ input: { from }, context, errors }) => {
    limitRate(context, errors, GROWTH, context.ipAddress);
    const { platform } = context;
    const { db } = platform;
    const signed = await readSignedTree(platform);
    const verifierKey = await findSigningKey(db, signed?.size ?? null);
    if (!signed) return { checkpoint: null, proof: null, verifierKey, keyChanges: [] };
    const { size, note: checkpoint } = signed;
    const keyChanges = await readKeyChanges(db, size);
    if (from > size) return { checkpoint, proof: null, verifierKey, keyChanges };
    const proof = await makeConsistencyProof(readHashes(db, size), from, size);
    return { checkpoint, proof: proof.map(toBase64), verifierKey, keyChanges };
  }),
};
