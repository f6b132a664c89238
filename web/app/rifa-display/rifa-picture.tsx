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
  /** As the rifa holds it; empty when it has none. */
  image: string;
  /** How wide it is shown, in the words of the `sizes` attribute, so that no more is loaded than is seen. */
  sizes: string;
  /** `first`: what the visitor sees first. `later`: below the first screen, it may wait. */
  priority?: 'first' | 'later';
  className?: string;
}

/** A rifa's picture, 4:3, in the smallest file that is sharp here. Decoration: the title stands beside it. */
export function RifaPicture({ image, sizes, priority = 'later', className }: RifaPictureProps) {
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
        alt=""
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

/** Named at the top of the page, it is on its way before the page has been read so far as to find it. */
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
