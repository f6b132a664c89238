import { MAX_PICTURES } from '@mare/domain/rifas/picture.ts';
import { VIDEO_HOSTS, readVideoLink } from '@mare/domain/rifas/video.ts';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { toast } from 'sonner';
import { RifaPicture } from '../../../rifa-display/rifa-picture.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';
import { OrderButtons } from '../../../ui/form/order-buttons.tsx';
import { PictureChooser } from './picture-chooser.tsx';
import type { RifaFields } from './rifa-fields.ts';

const HOSTS = Object.values(VIDEO_HOSTS).map(({ name }) => name);

/** Pictures after the first one, in order, and a video. */
export function GalleryField() {
  const { register, control, getValues, setValue, formState } = useFormContext<RifaFields>();
  const { fields, append, insert, move, remove, update } = useFieldArray({ control, name: 'gallery' });
  const isFull = fields.length >= MAX_PICTURES - 1;
  const add = (image: string) => {
    // The same file is stored once.
    if (image === getValues('image') || getValues('gallery').some((known) => known.image === image))
      toast.error('Esta foto já está na rifa.');
    else append({ image, alt: '' });
  };
  const takeOut = (index: number) => {
    const picture = getValues(`gallery.${index}`);
    remove(index);
    toast.success('Foto tirada.', {
      action: { label: 'Desfazer', onClick: () => insert(index, picture) },
    });
  };
  const makeFirst = (index: number) => {
    const [first, picture] = [getValues('image'), getValues(`gallery.${index}`)];
    setValue('image', picture.image, { shouldDirty: true });
    if (first) update(index, { image: first, alt: '' });
    else remove(index);
  };
  return (
    <>
      <fieldset className="grid min-w-0 gap-3">
        <legend className="mb-1 text-sm font-bold">
          Mais fotos <span className="font-normal text-ink-soft">(opcional)</span>
        </legend>
        <p className="text-sm text-ink-soft">
          Até {MAX_PICTURES - 1}, na ordem em que aparecem depois da imagem da rifa.
        </p>
        {fields.length > 0 && (
          <ol className="grid gap-3">
            {fields.map(({ id, image }, index) => (
              <li
                key={id}
                className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-[8rem_minmax(0,1fr)]"
              >
                <div className="aspect-4/3 overflow-hidden rounded-md bg-sunken">
                  <RifaPicture image={image} sizes="128px" className="size-full" />
                </div>
                <Field label={`O que a foto ${index + 2} mostra`}>
                  <Input maxLength={200} autoComplete="off" {...register(`gallery.${index}.alt`)} />
                </Field>
                <div className="col-span-full flex flex-wrap items-center gap-1">
                  <OrderButtons
                    name={`foto ${index + 2}`}
                    index={index}
                    count={fields.length}
                    onMove={(to) => move(index, to)}
                  />
                  <Button variant="quiet" size="sm" onClick={() => makeFirst(index)}>
                    Tornar principal
                  </Button>
                  <Button variant="quiet" size="sm" icon="trash" onClick={() => takeOut(index)}>
                    Tirar
                  </Button>
                </div>
              </li>
            ))}
          </ol>
        )}
        {!isFull && (
          <div className="grid justify-items-start gap-2">
            <PictureChooser label="Adicionar foto" purpose="Adicionar foto" onStored={add} />
          </div>
        )}
      </fieldset>
      <Field
        label="Vídeo"
        optional
        hint={`O link de um vídeo do ${HOSTS.join(' ou do ')}. Nada é carregado antes de a pessoa apertar.`}
        error={formState.errors.video?.message}
      >
        <Input
          type="url"
          inputMode="url"
          maxLength={200}
          autoComplete="off"
          placeholder="https://youtu.be/…"
          {...register('video', {
            validate: (link) =>
              link.trim() === '' ||
              readVideoLink(link) !== null ||
              `Cole o link de um vídeo do ${HOSTS.join(' ou do ')}.`,
          })}
        />
      </Field>
    </>
  );
}
