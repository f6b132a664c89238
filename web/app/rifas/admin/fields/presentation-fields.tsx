import { useFormContext } from 'react-hook-form';
import { Field, Input, Textarea } from '../../../ui/form/field.tsx';
import { RichText } from '../../rich-text.tsx';
import { GalleryField } from './pictures/gallery-field.tsx';
import { PictureField } from './pictures/picture-field.tsx';
import type { RifaFields } from './rifa-fields.ts';

export function PresentationFields() {
  const { register, watch, setValue, formState } = useFormContext<RifaFields>();
  const [image, description] = watch(['image', 'description']);
  return (
    <>
      <Field label="Título" error={formState.errors.title?.message}>
        <Input
          maxLength={120}
          {...register('title', { validate: (title) => title.trim() !== '' || 'Dê um título à rifa.' })}
        />
      </Field>
      <PictureField image={image} onChange={(next) => setValue('image', next, { shouldDirty: true })} />
      <GalleryField />
      <Field
        label="Descrição"
        hint="Use **negrito**, *itálico*, ## para subtítulo, - para lista e [texto](https://endereço) para link."
      >
        <Textarea rows={7} maxLength={10_000} {...register('description')} />
      </Field>
      {description.trim() !== '' && (
        <details className="rounded-md border border-line p-4">
          <summary className="font-semibold">Ver como fica</summary>
          <RichText text={description} className="mt-3 text-ink-soft" />
        </details>
      )}
    </>
  );
}
