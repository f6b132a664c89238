/** The first word of a name; 'Amigo' for who has not said one (spec: storefront, section 3). */
export function greetingName(name: string | null): string {
  return name?.trim().split(/\s+/)[0] || 'Amigo';
}
