import {
  PICTURE_FORMATS,
  PICTURE_HEIGHT,
  PICTURE_WIDTH,
  pictureIdOf,
  pictureSrcSet,
} from '@mare/domain/rifas/picture.ts';
import { preload } from 'react-dom';
import { classNames } from '../ui/style/class-names.ts';
import { Clover } from '../ui/style/logo.tsx';

interface RifaPictureProps {
  /** URL; empty without a picture. */
  image: string;
  /** Value of the `sizes` attribute. */
  sizes: string;
  /** `first`: on the first screen, preloaded. `later`: below it, loaded lazily. */
  priority?: 'first' | 'later';
  /** Default: decorative, because the title is beside it. */
  alt?: string;
  className?: string;
}

/** Responsive picture of a rifa, 4:3. */
export function RifaPicture({ image, sizes, priority = 'later', alt = '', className }: RifaPictureProps) {
  if (!image) return <NoPicture className={className} />;
  const id = pictureIdOf(image);
  if (priority === 'first') preloadPicture(image, id, sizes);
  return (
    <picture className={classNames('block overflow-hidden bg-sea-tint', className)}>
      {id &&
        PICTURE_FORMATS.map((format) => (
          <source key={format} type={`image/${format}`} srcSet={pictureSrcSet(id, format)} sizes={sizes} />
        ))}
      <img
        src={image}
        alt={alt}
        width={PICTURE_WIDTH}
        height={PICTURE_HEIGHT}
        loading={priority === 'first' ? 'eager' : 'lazy'}
        fetchPriority={priority === 'first' ? 'high' : undefined}
        decoding="async"
        className="size-full object-cover"
        onError={({ currentTarget }) => {
          currentTarget.style.visibility = 'hidden';
        }}
      />
    </picture>
  );
}

/** Preloads from the head, before the parser reaches the picture. */
function preloadPicture(image: string, id: string | null, sizes: string): void {
  const [best] = PICTURE_FORMATS;
  const chosen = id && { type: `image/${best}`, imageSrcSet: pictureSrcSet(id, best), imageSizes: sizes };
  preload(image, { as: 'image', fetchPriority: 'high', ...chosen });
}

function NoPicture({ className }: { className?: string }) {
  return (
    <svg
      viewBox="-18 -13.5 36 27"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={classNames('bg-sea-tint fill-sea opacity-60', className)}
    >
      <Clover />
    </svg>
  );
}
