/** Path of a logo of the shop. @param id hash of its picture */
export function logoPath(id: string): string {
  return `/marca/${id}.png`;
}

/**
 * Icons of the installed site, made of the square mark: transparent, and on a paper background for systems that crop
 * them.
 */
export const APP_ICONS = {
  '192': { size: 192, mark: 192 },
  '512': { size: 512, mark: 512 },
  /** The mark fits into the circle that no mask crops. */
  recorte: { size: 512, mark: 360 },
  /** For iOS, which shows transparency as black. */
  toque: { size: 180, mark: 148 },
} as const;
export type AppIcon = keyof typeof APP_ICONS;

/** Path of an icon. @param markId hash of the square mark */
export function appIconPath(markId: string, icon: AppIcon): string {
  return `/marca/${markId}-${icon}.png`;
}

/** Path of the shop's sharing picture. */
export function shopPicturePath(logoId: string): string {
  return `/og/loja.png?logo=${logoId}`;
}
