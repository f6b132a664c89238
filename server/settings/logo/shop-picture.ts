/** Sharing picture for pages without a specific one, 1200 × 630 pixels. */
import { box, COLORS, drawPicture, textBox, truncate } from '../../platform/documents/draw-picture.ts';
import type { LogoPicture } from '../../platform/documents/logo.ts';
import { logoBox } from '../../platform/documents/logo.ts';

export interface ShopPicture {
  shopName: string;
  /** Null: the name is shown instead. */
  logo: LogoPicture | null;
  /** The heading of the home page. */
  title: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
/** Height of a square logo, and the maximum height of a wide one (pixels). */
const LOGO_HEIGHT = 220;
const LOGO_WIDTH = 900;
const SUN = 760;

/** @returns a PNG */
export function drawShopPicture({ shopName, logo, title }: ShopPicture): Promise<Buffer> {
  const sun = {
    position: 'absolute',
    left: (WIDTH - SUN) / 2,
    top: -SUN / 3,
    width: SUN,
    height: SUN,
    borderRadius: SUN / 2,
    background: COLORS.sun,
  };
  const wave = {
    position: 'absolute',
    left: 0,
    right: 0,
    bottom: 0,
    height: 230,
    background: COLORS.sea,
  };
  const content = {
    position: 'absolute',
    top: 0,
    bottom: 0,
    left: 0,
    right: 0,
    flexDirection: 'column',
    alignItems: 'center',
    padding: '90px 80px 44px',
  };
  return drawPicture(
    box({ width: '100%', height: '100%', background: COLORS.deep, fontFamily: 'Figtree' }, [
      box(sun, []),
      box(wave, []),
      box(content, [
        logo
          ? box({ justifyContent: 'center' }, [logoBox(logo, logoHeight(logo))])
          : textBox(truncate(shopName, 26), {
              padding: '24px 44px 30px',
              borderRadius: 34,
              background: COLORS.paper,
              fontFamily: 'Bricolage',
              fontSize: 64,
              color: COLORS.deep,
            }),
        box({ flexGrow: 1 }, []),
        textBox(truncate(title, 60), {
          fontFamily: 'Bricolage',
          fontSize: title.length > 34 ? 46 : 56,
          lineHeight: 1.1,
          textAlign: 'center',
          justifyContent: 'center',
          color: COLORS.paper,
        }),
      ]),
    ]),
    WIDTH,
    HEIGHT,
  );
}

function logoHeight({ width, height }: LogoPicture): number {
  return Math.min(LOGO_HEIGHT, Math.floor((height / width) * LOGO_WIDTH));
}
