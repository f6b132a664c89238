export const NEW_RIFA = 'nova';

export const adminRifasLink = '/admin/rifas';

/** @param id rifa id, or `NEW_RIFA` */
export function adminRifaLink(id: string): string {
  return `${adminRifasLink}/${id}`;
}
