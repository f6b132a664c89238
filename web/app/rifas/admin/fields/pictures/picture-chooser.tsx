import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, Suspense, useId, useState } from 'react';
import { queries } from '../../../../api.ts';
import { errorMessage } from '../../../../messages.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { lazyComponent } from '../../../../ui/loading/lazy-component.ts';
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
  const store = useMutation(queries.admin.rifas.storePicture.mutationOptions());
  function close() {
    // Without the callbacks of an upload that is still running.
    store.reset();
    setFile(null);
  }
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
        <Icon name="plus" />
        {label}
        <input
          id={id}
          type="file"
          aria-label={purpose}
          accept="image/jpeg,image/png,image/webp,image/avif"
          className="sr-only"
          onChange={choose}
        />
      </label>
      {file && (
        <Suspense>
          <PictureCropper
            file={file}
            isStoring={store.isPending}
            error={store.error && errorMessage(store.error)}
            onCancel={close}
            onCrop={(picture) =>
              store.mutate(
                { picture },
                {
                  onSuccess: ({ image }) => {
                    close();
                    onStored(image);
                  },
                },
              )
            }
          />
        </Suspense>
      )}
    </>
  );
}
