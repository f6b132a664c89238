import { useFormContext } from 'react-hook-form';
import type { MailContent } from '@mare/contract/campaigns/campaigns-admin.ts';
import { SITE_PATH } from '@mare/domain/site-path.ts';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';

/** Fields of a mail. Must be inside a form context that includes `MailContent`. */
export function MailFields({ facts }: { /** Placeholders that the texts may use. */ facts: string }) {
  const { register, formState } = useFormContext<MailContent>();
  const { errors } = formState;
  return (
    <>
      <Field label="Assunto" hint={`Pode usar ${facts}.`} error={errors.subject?.message}>
        <Input
          maxLength={150}
          {...register('subject', { validate: (text) => text.trim() !== '' || 'Escreva o assunto.' })}
        />
      </Field>
      <Field
        label="Texto"
        hint={`Use **negrito**, *itálico*, ## para subtítulo e - para lista. ${facts} também valem aqui.`}
        error={errors.body?.message}
      >
        <Textarea
          rows={8}
          maxLength={10_000}
          {...register('body', { validate: (text) => text.trim() !== '' || 'Escreva o texto.' })}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Texto do botão" optional error={errors.buttonLabel?.message}>
          <Input maxLength={40} {...register('buttonLabel')} />
        </Field>
        <Field
          label="Aonde o botão leva"
          hint="Um endereço deste site, como /ranking."
          error={errors.buttonPath?.message}
        >
          <Input
            maxLength={300}
            {...register('buttonPath', {
              validate: (path) =>
                SITE_PATH.test(path) || 'O endereço precisa ser deste site e começar com /.',
            })}
          />
        </Field>
      </div>
    </>
  );
}
