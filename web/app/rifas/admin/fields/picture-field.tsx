import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, Suspense, useId, useState } from 'react';
import { queries } from '../../../api.ts';
import { errorMessage } from '../../../messages.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/style/icons.tsx';
import { RifaPicture } from '../../../rifa-display/rifa-picture.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { FormError } from '../../../ui/states.tsx';

const PictureCropper = lazyComponent(() =>
  import('./picture-cropper.tsx').then((module) => ({ default: module.PictureCropper })),
);

interface PictureFieldProps {
  label?: string;
  /** Allows no picture, and removing the current one. */
  optional?: boolean;
  /** URL; empty without a picture. */
  image: string;
  onChange: (image: string) => void;
}

/** Uploads a picture cropped to 4:3. The server re-encodes it. */
export function PictureField({
  label = 'Imagem da rifa',
  optional = false,
  image,
  onChange,
}: PictureFieldProps) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const store = useMutation(
    queries.admin.rifas.storePicture.mutationOptions({ onSuccess: (stored) => onChange(stored.image) }),
  );
  function choose(event: ChangeEvent<HTMLInputElement>) {
    setFile(event.target.files?.[0] ?? null);
    event.target.value = '';
  }
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
          <label
            htmlFor={id}
            className={`${buttonClass({ variant: 'outline', size: 'sm' })} cursor-pointer has-focus-visible:outline-3`}
          >
            <Icon
              name={store.isPending ? 'refresh' : 'plus'}
              className={store.isPending ? 'animate-turn' : ''}
            />
            {image ? 'Trocar imagem' : 'Escolher imagem'}
            <input
              id={id}
              type="file"
              aria-label={`${image ? 'Trocar' : 'Escolher'} ${label.toLowerCase()}`}
              accept="image/jpeg,image/png,image/webp,image/avif"
              className="sr-only"
              disabled={store.isPending}
              onChange={choose}
            />
          </label>
          {optional && image && (
            <Button variant="quiet" size="sm" icon="trash" onClick={() => onChange('')}>
              Tirar imagem
            </Button>
          )}
          <p className="text-sm text-ink-soft">JPEG, PNG, WebP ou AVIF, de 600 × 450 pixels ou mais.</p>
          {store.isError && <FormError>{errorMessage(store.error)}</FormError>}
        </div>
      </div>
      {file && (
        <Suspense>
          <PictureCropper
            file={file}
            onCancel={() => setFile(null)}
            onCrop={(picture) => {
              setFile(null);
              store.mutate({ picture });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
