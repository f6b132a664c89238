import { useFormContext } from 'react-hook-form';
import type { MailContent } from '@mare/contract/campaigns/mail-content.ts';
import { SITE_PATH } from '@mare/domain/site-path.ts';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';

interface MailFieldsProps {
  /** Placeholders that the texts may use. */
  facts: string;
  /** Path of the `MailContent` in the form context, such as 'steps.0.'. */
  path?: string;
}

/** Fields of a mail, in the form context. */
export function MailFields({ facts, path = '' }: MailFieldsProps) {
  const { register, formState, getFieldState } = useFormContext<MailContent>();
  const at = <Name extends keyof MailContent>(name: Name) => `${path}${name}` as Name;
  const errorOf = (name: keyof MailContent) => getFieldState(at(name), formState).error?.message;
  return (
    <>
      <Field label="Assunto" hint={`Pode usar ${facts}.`} error={errorOf('subject')}>
        <Input
          maxLength={150}
          {...register(at('subject'), { validate: (text) => text.trim() !== '' || 'Escreva o assunto.' })}
        />
      </Field>
      <Field
        label="Texto"
        hint={`Use **negrito**, *itálico*, ## para subtítulo e - para lista. ${facts} também valem aqui.`}
        error={errorOf('body')}
      >
        <Textarea
          rows={8}
          maxLength={10_000}
          {...register(at('body'), { validate: (text) => text.trim() !== '' || 'Escreva o texto.' })}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Texto do botão" optional error={errorOf('buttonLabel')}>
          <Input maxLength={40} {...register(at('buttonLabel'))} />
        </Field>
        <Field
          label="Aonde o botão leva"
          hint="Um endereço deste site, como /ranking."
          error={errorOf('buttonPath')}
        >
          <Input
            maxLength={300}
            {...register(at('buttonPath'), {
              validate: (path) =>
                SITE_PATH.test(path) || 'O endereço precisa ser deste site e começar com /.',
            })}
          />
        </Field>
      </div>
    </>
  );
}
