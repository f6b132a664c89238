import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from '@mare/domain/rifas/picture.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/overlay/dialog.tsx';
import { ErrorState, FormError, Spinner } from '../../../../ui/states.tsx';
import { type Crop, cropRectangle, normalizeCrop, WHOLE } from './crop.ts';

const ASPECT = PICTURE_WIDTH / PICTURE_HEIGHT;
const QUALITY = 0.9;

interface PictureCropperProps {
  file: File;
  isStoring: boolean;
  /** Why the server did not store the cropped picture. */
  error: string | null;
  onCancel: () => void;
  onCrop: (picture: File) => void;
}

/** Crops a picture by dragging, with the arrow keys or with the zoom slider. */
export function PictureCropper({ file, isStoring, error, onCancel, onCrop }: PictureCropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = usePicture(file);
  const [crop, setCrop] = useState<Crop>(WHOLE);

  useEffect(() => {
    if (picture && picture !== 'unreadable' && canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  const ready = picture !== null && picture !== 'unreadable';
  const move = (byX: number, byY: number) =>
    ready && setCrop(normalizeCrop(picture, { ...crop, x: crop.x + byX, y: crop.y + byY }, ASPECT));

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (event.buttons === 0 || !ready) return;
    const part = cropRectangle(picture, crop, ASPECT);
    const scale = part.width / event.currentTarget.clientWidth;
    move((-event.movementX * scale) / picture.width, (-event.movementY * scale) / picture.height);
  }
  function save() {
    canvas.current?.toBlob(
      (blob) => blob && onCrop(new File([blob], 'rifa.jpg', { type: 'image/jpeg' })),
      'image/jpeg',
      QUALITY,
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      size="lg"
      title="Enquadrar a imagem"
      description="Arraste a imagem, ou use os controles, para escolher a parte que aparece."
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <FormError className="basis-full">{error}</FormError>
          <Button variant="outline" onClick={onCancel}>
            Cancelar
          </Button>
          <Button variant="secondary" disabled={!ready} loading={isStoring} onClick={save}>
            Usar esta imagem
          </Button>
        </div>
      }
    >
      {picture === 'unreadable' && (
        <ErrorState title="Não conseguimos ler esta imagem">
          Envie uma foto em JPEG, PNG, WebP ou AVIF.
        </ErrorState>
      )}
      {picture === null && <Spinner />}
      {ready && (
        <div className="grid gap-4">
          <canvas
            ref={canvas}
            width={PICTURE_WIDTH}
            height={PICTURE_HEIGHT}
            aria-hidden
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            className="w-full cursor-move touch-none rounded-lg bg-sunken"
          />
          <Slider
            label="Aproximar"
            min={1}
            max={4}
            value={crop.zoom}
            onChange={(zoom) => setCrop(normalizeCrop(picture, { ...crop, zoom }, ASPECT))}
          />
          <Slider
            label="Para os lados"
            min={0}
            max={1}
            value={crop.x}
            onChange={(x) => setCrop(normalizeCrop(picture, { ...crop, x }, ASPECT))}
          />
          <Slider
            label="Para cima e para baixo"
            min={0}
            max={1}
            value={crop.y}
            onChange={(y) => setCrop(normalizeCrop(picture, { ...crop, y }, ASPECT))}
          />
        </div>
      )}
    </Dialog>
  );
}

interface SliderProps {
  label: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

function Slider({ label, min, max, value, onChange }: SliderProps) {
  return (
    <label className="grid gap-1.5 text-sm font-bold">
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="w-full accent-sea"
      />
    </label>
  );
}

/** Decodes the file and applies its EXIF orientation. */
function usePicture(file: File): ImageBitmap | 'unreadable' | null {
  const [picture, setPicture] = useState<ImageBitmap | 'unreadable' | null>(null);
  useEffect(() => {
    let isWanted = true;
    createImageBitmap(file, { imageOrientation: 'from-image' }).then(
      (bitmap) => isWanted && setPicture(bitmap),
      () => isWanted && setPicture('unreadable'),
    );
    return () => {
      isWanted = false;
    };
  }, [file]);
  return picture;
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, width, height } = cropRectangle(picture, crop, ASPECT);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
}
