/** Path of a logo of the shop. @param id hash of its picture */
export function logoPath(id: string): string {
  return `/marca/${id}.png`;
}
