import { api, requireUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Auth, openAuth } from '../auth.ts';
import { readAuthSettings } from '../auth-settings.ts';
import { beginPasskeyProof } from './begin-passkey-proof.ts';
import { prove } from './prove.ts';
import { sendProofCode } from './send-proof-code.ts';

export const proofRoutes = {
  missingProof: api.accounts.missingProof.use(requireUser).handler(async ({ context }) => {
    return { needs: await context.missingProof() };
  }),
  sendProofCode: api.accounts.sendProofCode.use(requireUser).handler(async ({ context, errors }) => {
    const sent = await sendProofCode(authOf(context.platform), context.principal);
    if (sent.ok) return { sent: true as const };
    if (sent.code === 'NOT_FOUND') throw errors.NOT_FOUND();
    throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: sent.retryAfterSeconds } });
  }),
  beginPasskeyProof: api.accounts.beginPasskeyProof
    .use(requireUser)
    .handler(({ context }) => beginPasskeyProof(authOf(context.platform), context.principal)),
  prove: api.accounts.prove.use(requireUser).handler(async ({ context, input, errors }) => {
    const proved = await prove(authOf(context.platform), context.principal, input);
    if (proved.ok) return { provedUntil: proved.provedUntil.toISOString() };
    if (proved.code === 'PROOF_INVALID') throw errors.PROOF_INVALID();
    throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: proved.retryAfterSeconds } });
  }),
};

function authOf(platform: Platform): Auth {
  return openAuth(platform, readAuthSettings(process.env, platform.config));
}
