import { ORPCError } from '@orpc/client';
import { queries } from '../../api.ts';
import { isApiError, errorMessage } from '../../messages.ts';
import { askSecondFactor, type SecondFactor, showSecondFactor } from '../security/second-factor.ts';

interface Refusal {
  sentence: string;
  /** Second factor whose code the server requires instead of the password. */
  factor: SecondFactor | null;
}

/**
 * @param typed the password, or the code of the factor
 * @returns why the account was not deleted, or null on success
 */
export async function deleteOwnAccount(typed: string, factor: SecondFactor | null): Promise<Refusal | null> {
  // Verifying a code refreshes the session's second-factor time, which the server accepts as proof.
  const wrong = factor && (await showSecondFactor(factor, typed));
  if (wrong) return { sentence: wrong, factor };
  try {
    await queries.accounts.deleteAccount.call(factor ? {} : { password: typed });
    return null;
  } catch (error) {
    return { sentence: errorMessage(error), factor: needsCode(error) ? await openFactor() : factor };
  }
}

function needsCode(error: unknown): boolean {
  if (!(error instanceof ORPCError) || !isApiError(error, 'IDENTITY_NOT_CONFIRMED')) return false;
  return (error.data as { needs: string }).needs === 'code';
}

async function openFactor(): Promise<SecondFactor | null> {
  const factor = await askSecondFactor();
  return typeof factor === 'string' ? null : factor;
}
