/** Passwords that many people chose and that leaked: the first that a guesser tries (49,000, from zxcvbn-ts). */

let known: Promise<ReadonlySet<string>> | undefined;

/** Whatever the case of its letters. The list is read when it is first needed. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await known).has(password.toLowerCase());
}
