import { MAX_PICTURES } from '@mare/domain/rifas/picture.ts';
import { VIDEO_HOSTS, readVideoLink } from '@mare/domain/rifas/video.ts';
import { type HTMLAttributes, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { toast } from 'sonner';
import { RifaPicture } from '../../../../rifa-display/rifa-picture.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Field, Input } from '../../../../ui/form/field.tsx';
import { OrderButtons } from '../../../../ui/form/order-buttons.tsx';
import { useDragOrder } from '../../../../ui/form/use-drag-order.ts';
import { useFocusNextRow } from '../../../../ui/focus/use-focus-next-row.ts';
import { classNames } from '../../../../ui/style/class-names.ts';
import { PictureChooser } from './picture-chooser.tsx';
import type { RifaFields } from '../rifa-fields.ts';

const HOSTS = Object.values(VIDEO_HOSTS).map(({ name }) => name);

/** Pictures after the first one, in order, and a video. */
export function GalleryField() {
  const { register, control, getValues, setValue, formState } = useFormContext<RifaFields>();
  const { fields, append, insert, move, remove, update } = useFieldArray({ control, name: 'gallery' });
  const isFull = fields.length >= MAX_PICTURES - 1;
  const add = (image: string) => {
    // A picture is added only once.
    if (image === getValues('image') || getValues('gallery').some((known) => known.image === image))
      toast.error('Esta foto já está na rifa.');
    else append({ image, alt: '' });
  };
  const [moved, setMoved] = useState('');
  const place = (from: number, to: number) => {
    move(from, to);
    setMoved(`A foto ${from + 2} agora é a foto ${to + 2} de ${fields.length + 1}.`);
  };
  const list = useFocusNextRow<HTMLOListElement>();
  const { handleProps, styleOf, dragged } = useDragOrder(list, place);
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
          <ol ref={list} className="grid gap-3">
            {fields.map(({ id, image }, index) => (
              <li
                key={id}
                tabIndex={-1}
                style={styleOf(index)}
                className={classNames(
                  'relative grid grid-cols-[--spacing(22)_minmax(0,1fr)] items-start gap-3 rounded-md border border-line bg-surface p-3 sm:grid-cols-[8rem_minmax(0,1fr)]',
                  dragged === index && 'shadow-lift',
                  dragged !== null && dragged !== index && 'motion-safe:transition-transform',
                )}
              >
                <div className="aspect-4/3 overflow-hidden rounded-md bg-sunken">
                  <RifaPicture image={image} sizes="128px" className="size-full" />
                </div>
                <Field label={`O que a foto ${index + 2} mostra`}>
                  <Input maxLength={200} autoComplete="off" {...register(`gallery.${index}.alt`)} />
                </Field>
                <div className="col-span-full flex flex-wrap items-center gap-1">
                  {fields.length > 1 && <DragHandle {...handleProps(index)} />}
                  <OrderButtons
                    name={`foto ${index + 2}`}
                    index={index}
                    count={fields.length}
                    onMove={(to) => place(index, to)}
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
        <output className="sr-only">{moved}</output>
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

/** For pointers only: the buttons beside it do the same. */
function DragHandle(props: HTMLAttributes<HTMLSpanElement>) {
  return (
    <span
      aria-hidden
      title="Arraste para mudar a ordem"
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-full text-ink-soft select-none hover:bg-sea-tint active:cursor-grabbing"
      {...props}
    >
      <svg viewBox="0 0 24 24" className="size-5" fill="currentColor">
        {[6, 12, 18].flatMap((y) => [9, 15].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.7" />))}
      </svg>
    </span>
  );
}
