/** The first word of a name; 'Amigo' without one (spec: storefront, section 3). */
export function greetingName(name: string | null): string {
  return name?.trim().split(/\s+/)[0] || 'Amigo';
}
