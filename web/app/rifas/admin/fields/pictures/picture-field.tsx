import { RifaPicture } from '../../../../rifa-display/rifa-picture.tsx';
import { Button } from '../../../../ui/button.tsx';
import { PictureChooser } from './picture-chooser.tsx';

interface PictureFieldProps {
  label?: string;
  /** Allows no picture, and removing the current one. */
  optional?: boolean;
  /** URL; empty without a picture. */
  image: string;
  onChange: (image: string) => void;
}

/** One picture, cropped to 4:3. */
export function PictureField({
  label = 'Imagem da rifa',
  optional = false,
  image,
  onChange,
}: PictureFieldProps) {
  return (
    <div className="grid gap-3">
      <p className="text-sm font-bold">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (opcional)</span>}
      </p>
      <div className="grid items-center gap-4 sm:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="aspect-4/3 max-w-64 overflow-hidden rounded-lg bg-sunken">
          <RifaPicture image={image} sizes="256px" priority="first" className="size-full" />
        </div>
        <div className="grid justify-items-start gap-2">
          <PictureChooser
            label={image ? 'Trocar imagem' : 'Escolher imagem'}
            purpose={`${image ? 'Trocar' : 'Escolher'} ${label.toLowerCase()}`}
            onStored={onChange}
          />
          {optional && image && (
            <Button variant="quiet" size="sm" icon="trash" onClick={() => onChange('')}>
              Tirar imagem
            </Button>
          )}
          <p className="text-sm text-ink-soft">JPEG, PNG, WebP ou AVIF, de 600 × 450 pixels ou mais.</p>
        </div>
      </div>
    </div>
  );
}
