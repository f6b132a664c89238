/** The site's address without a trailing slash, as the root loader gave it. Empty when the root itself failed. */
export function siteUrl(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string }
    | undefined;
  return data?.publicUrl ?? '';
}
