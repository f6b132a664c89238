/** Page of the account that lists its sessions. */
export const SECURITY_PAGE = '/minha-conta/seguranca';

export interface AccountWithPassword {
  /** Null for an account that signs in without one. */
  passwordHash: string | null;
}

/** @returns what the owner of an account is asked to do if someone else made a change, after 'Se não foi você, ' */
export function stepsIfNotYou(user: AccountWithPassword | null | undefined): string {
  return user?.passwordHash
    ? 'troque a sua senha agora e encerre as outras sessões.'
    : 'encerre agora as outras sessões e fale com o suporte.';
}
