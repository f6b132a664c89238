/** The 49,000 most common leaked passwords, from zxcvbn-ts. */

let known: Promise<ReadonlySet<string>> | undefined;

/** Ignores case. The list is loaded at first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await known).has(password.toLowerCase());
}
