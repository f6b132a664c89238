/** @returns what the owner of an account is asked to do if someone else made a change, after 'Se não foi você, ' */
export function stepsIfNotYou(user: { passwordHash: string | null } | null | undefined): string {
  return user?.passwordHash
    ? 'troque a sua senha agora e encerre as outras sessões.'
    : 'encerre agora as outras sessões e fale com o suporte.';
}
