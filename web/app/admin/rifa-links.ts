export const NEW_RIFA = 'nova';

export const managedRifasLink = '/admin/rifas';

/** @param id a rifa's, or `NEW_RIFA` */
export function managedRifaLink(id: string): string {
  return `${managedRifasLink}/${id}`;
}
