import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, Suspense, useId, useState } from 'react';
import { queries } from '../../../../api.ts';
import { errorMessage } from '../../../../messages.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { lazyComponent } from '../../../../ui/loading/lazy-component.ts';
import { FormError } from '../../../../ui/states.tsx';
import { Icon } from '../../../../ui/style/icons.tsx';

const PictureCropper = lazyComponent(() =>
  import('./picture-cropper.tsx').then((module) => ({ default: module.PictureCropper })),
);

interface PictureChooserProps {
  label: string;
  /** Label for screen readers. */
  purpose: string;
  onStored: (image: string) => void;
}

/** Uploads a picture cropped to 4:3. The server re-encodes it. */
export function PictureChooser({ label, purpose, onStored }: PictureChooserProps) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const store = useMutation(
    queries.admin.rifas.storePicture.mutationOptions({ onSuccess: (stored) => onStored(stored.image) }),
  );
  function choose(event: ChangeEvent<HTMLInputElement>) {
    setFile(event.target.files?.[0] ?? null);
    event.target.value = '';
  }
  return (
    <>
      <label
        htmlFor={id}
        className={`${buttonClass({ variant: 'outline', size: 'sm' })} cursor-pointer has-focus-visible:outline-3`}
      >
        <Icon name={store.isPending ? 'refresh' : 'plus'} className={store.isPending ? 'animate-turn' : ''} />
        {label}
        <input
          id={id}
          type="file"
          aria-label={purpose}
          accept="image/jpeg,image/png,image/webp,image/avif"
          className="sr-only"
          disabled={store.isPending}
          onChange={choose}
        />
      </label>
      {store.isError && <FormError>{errorMessage(store.error)}</FormError>}
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
    </>
  );
}
