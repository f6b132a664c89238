import { useMutation } from '@tanstack/react-query';
import { type FieldErrors, useForm, type UseFormReturn } from 'react-hook-form';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { useCommissionTerms } from '../../document/commission-terms.tsx';
import { formatBrl } from '../../format.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { filled, looksLikeEmail } from '../../ui/form/field-rules.ts';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';

interface ApplicationFields {
  companyName: string;
  contactName: string;
  email: string;
  phone: string;
  services: string;
  city: string;
  state: string;
  address: string;
  pixKey: string;
  message: string;
}

type InvalidField = Error & { data: { field: 'phone' | 'pixKey' } };

const MAX_SERVICES = 10;

function servicesIn(text: string): string[] {
  const services = text.split(',').map((service) => service.trim().slice(0, 60));
  return services.filter(Boolean).slice(0, MAX_SERVICES);
}

/** Application form for businesses that provide services to winners. */
export function PartnerApplicationForm() {
  const { voucherCentavos } = useCommissionTerms();
  const { register, handleSubmit, formState, reset, setError } = useForm<ApplicationFields>({
    defaultValues: {
      companyName: '',
      contactName: '',
      email: '',
      phone: '',
      services: '',
      city: 'Maceió',
      state: 'AL',
      address: '',
      pixKey: '',
      message: '',
    },
    mode: 'onTouched',
  });
  const apply = useMutation(
    queries.partners.apply.mutationOptions({
      onSuccess: () => {
        toast.success('Pedido enviado!', { description: 'Analisamos e respondemos por e-mail ou telefone.' });
        reset();
      },
      onError: (error) => {
        const description = errorMessage(error);
        if (isApiError(error, 'INVALID_PARTNER'))
          setError((error as InvalidField).data.field, { message: description }, { shouldFocus: true });
        else toast.error('Não foi possível enviar o pedido.', { description });
      },
    }),
  );
  const submit = handleSubmit(({ services, ...fields }) =>
    apply.mutate({ ...fields, serviceTypes: servicesIn(services) }),
  );
  return (
    <Card padded className="mx-auto w-full max-w-3xl">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <div>
          <h2 className="text-2xl">Quero ser parceiro</h2>
          <p className="mt-1 text-ink-soft">
            Ofereça o seu serviço como prêmio e receba {formatBrl(voucherCentavos)} por voucher validado.
          </p>
        </div>
        <BusinessFields register={register} errors={formState.errors} />
        <Field label="Conte mais" optional>
          <Textarea rows={3} maxLength={1000} {...register('message')} />
        </Field>
        <Button
          type="submit"
          className="justify-self-start"
          loading={apply.isPending}
          loadingText="Enviando..."
        >
          Enviar pedido
        </Button>
      </form>
    </Card>
  );
}

type BusinessFieldsProps = Pick<UseFormReturn<ApplicationFields>, 'register'> & {
  errors: FieldErrors<ApplicationFields>;
};

function BusinessFields({ register, errors }: BusinessFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Empresa" error={errors.companyName?.message}>
        <Input
          maxLength={120}
          {...register('companyName', { validate: filled('Diga o nome da empresa.') })}
        />
      </Field>
      <Field label="Pessoa de contato" error={errors.contactName?.message}>
        <Input
          maxLength={120}
          autoComplete="name"
          {...register('contactName', { validate: filled('Diga com quem falamos.') })}
        />
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        <Input
          type="email"
          maxLength={255}
          autoComplete="email"
          {...register('email', {
            validate: (value) => looksLikeEmail(value) || 'Confira o e-mail.',
            setValueAs: (value: string) => value.trim(),
          })}
        />
      </Field>
      <Field label="Telefone com DDD" error={errors.phone?.message}>
        <Input
          type="tel"
          maxLength={30}
          autoComplete="tel"
          {...register('phone', { validate: filled('Confira o telefone com DDD.') })}
        />
      </Field>
      <Field
        label="Serviços"
        hint="Separe com vírgulas: massagem, spa, jantar"
        error={errors.services?.message}
      >
        <Input
          maxLength={300}
          {...register('services', {
            validate: (value) => servicesIn(value).length > 0 || 'Diga ao menos um serviço.',
          })}
        />
      </Field>
      <div className="grid grid-cols-[1fr_5rem] items-start gap-3">
        <Field label="Cidade" error={errors.city?.message}>
          <Input maxLength={80} {...register('city', { validate: filled('Diga a cidade.') })} />
        </Field>
        <Field label="UF" error={errors.state?.message}>
          <Input
            maxLength={2}
            {...register('state', {
              validate: (value) => /^[A-Za-z]{2}$/.test(value) || 'Duas letras.',
              setValueAs: (value: string) => value.toUpperCase(),
            })}
          />
        </Field>
      </div>
      <Field label="Endereço" hint="Rua e número: aparece no voucher de quem ganhar." optional>
        <Input maxLength={200} autoComplete="street-address" {...register('address')} />
      </Field>
      <Field label="Chave Pix" error={errors.pixKey?.message} optional>
        <Input maxLength={100} autoComplete="off" {...register('pixKey')} />
      </Field>
    </div>
  );
}
