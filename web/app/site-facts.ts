type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

export interface SiteFacts {
  /** Without a trailing slash. Empty when the root itself failed. */
  publicUrl: string;
  /** What the shop calls itself. */
  name: string;
}

/** The site's address and name, as the root loader gave them. */
export function siteFacts(matches: Matches): SiteFacts {
  const data = matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string; site?: { name: string } }
    | undefined;
  return { publicUrl: data?.publicUrl ?? '', name: data?.site?.name ?? 'Maré da Sorte' };
}
