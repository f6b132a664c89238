/** More pictures and the video of a rifa, beside its first picture. Loaded only where a rifa has some. */
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { readVideoLink, type Video, VIDEO_HOSTS, videoFrame } from '@mare/domain/rifas/video.ts';
import { useEffect, useRef, useState } from 'react';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';

type Shown = Pick<RifaDetail, 'title' | 'image' | 'gallery' | 'video'>;

const slide = 'size-full shrink-0 snap-start';

/** Slides after the rifa's own picture, in the same row. */
export function Slides({ rifa: { title, gallery, video } }: { rifa: Shown }) {
  const link = readVideoLink(video);
  return (
    <>
      {gallery.map(({ image, alt }, index) => (
        <RifaPicture
          key={image}
          image={image}
          alt={alt || `${title}, foto ${index + 2}`}
          sizes="(min-width: 1024px) 40rem, 100vw"
          className={slide}
        />
      ))}
      {link && <VideoSlide video={link} title={title} />}
    </>
  );
}

/** Requests nothing from the video's host before the click. The player covers the badges of the picture. */
function VideoSlide({ video, title }: { video: Video; title: string }) {
  const [isPlaying, setPlaying] = useState(false);
  if (isPlaying)
    return (
      <iframe
        title={`Vídeo: ${title}`}
        src={videoFrame(video)}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin, which cannot reach this page
        sandbox="allow-scripts allow-same-origin allow-presentation"
        referrerPolicy="strict-origin-when-cross-origin"
        className={`${slide} relative z-10 border-0 bg-black`}
      />
    );
  const { name } = VIDEO_HOSTS[video.host];
  return (
    <div
      className={`${slide} grid place-content-center justify-items-center gap-3 bg-sunken p-6 text-center`}
    >
      <Button variant="secondary" icon="play" onClick={() => setPlaying(true)}>
        Assistir ao vídeo
      </Button>
      <p className="max-w-xs text-sm text-ink-soft">
        O vídeo vem do {name}, que fica sabendo que você o abriu.
      </p>
    </div>
  );
}

/** Buttons, keys and the position, over the row of slides. */
export function GalleryControls({ rifa: { gallery, video } }: { rifa: Shown }) {
  const own = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const count = 1 + gallery.length + (video === '' ? 0 : 1);
  useEffect(() => {
    const row = rowOf(own.current!);
    const follow = () => setShown(Math.round(row.scrollLeft / row.clientWidth));
    row.addEventListener('scroll', follow, { passive: true });
    // The row may have been moved before this part was hydrated.
    follow();
    return () => row.removeEventListener('scroll', follow);
  }, []);
  const go = (to: number) => {
    const row = rowOf(own.current!);
    row.scrollTo({ left: Math.min(Math.max(to, 0), count - 1) * row.clientWidth });
  };
  const steps = { onPrevious: () => go(shown - 1), onNext: () => go(shown + 1) };
  return (
    <div ref={own} className="pointer-events-none absolute inset-0 z-20">
      <output className="tabular absolute top-4 right-4 rounded-full bg-surface/90 px-3 py-1 text-sm font-semibold text-ink">
        <span className="sr-only">Foto </span>
        {shown + 1}
        <span aria-hidden>/</span>
        <span className="sr-only"> de </span>
        {count}
      </output>
      <div className="flex h-full items-center justify-between p-2">
        <Step icon="chevronLeft" label="Foto anterior" isLast={shown === 0} {...steps} />
        <Step icon="chevronRight" label="Próxima foto" isLast={shown === count - 1} {...steps} />
      </div>
    </div>
  );
}

/** The row of slides is the first child of the box that the controls are in. */
function rowOf(controls: HTMLElement): HTMLElement {
  return controls.parentElement!.firstElementChild as HTMLElement;
}

interface StepProps {
  icon: 'chevronLeft' | 'chevronRight';
  label: string;
  /** Stays focusable, so that the arrow keys continue to work. */
  isLast: boolean;
  onPrevious: () => void;
  onNext: () => void;
}

function Step({ icon, label, isLast, onPrevious, onNext }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isLast || undefined}
      onClick={icon === 'chevronLeft' ? onPrevious : onNext}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') onPrevious();
        if (key === 'ArrowRight') onNext();
      }}
      className="pointer-events-auto grid size-11 place-items-center rounded-full bg-surface/90 text-ink shadow-soft hover:bg-surface aria-disabled:opacity-40"
    >
      <Icon name={icon} />
    </button>
  );
}
