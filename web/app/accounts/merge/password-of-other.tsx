import { Button } from '../../ui/button.tsx';
import { Field, PasswordInput } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import type { OtherTokens } from '../sign-in/access-codes/access-codes.ts';
import { CAPTCHA_MISSING, useCaptcha } from '../sign-in/captcha.tsx';
import { useShortForm } from '../use-short-form.ts';
import { signInToOther } from './other-account.ts';

interface PasswordOfOtherProps {
  /** Stated by the account of this browser. */
  email: string;
  onOther: (tokens: OtherTokens) => void;
  onBack: () => void;
}

/**
 * Opens the account that may have the same e-mail, by its password. Gives the same message for a wrong password and
 * for no account.
 */
export function PasswordOfOther({ email, onOther, onBack }: PasswordOfOtherProps) {
  const captcha = useCaptcha();
  const { form, register, error, sending } = useShortForm({ password: '' }, async ({ password }) => {
    if (!password) return 'Digite a senha.';
    if (captcha.missing) return CAPTCHA_MISSING;
    const opened = await signInToOther(email, password, captcha.token);
    captcha.renew();
    if (typeof opened === 'string') return opened;
    onOther(opened);
    return null;
  });
  return (
    <form {...form}>
      {/* Password managers look for a username field before the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Senha da outra conta"
        hint={`Se você já tinha uma conta com ${email}, digite a senha dela para juntar as duas.`}
      >
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      {captcha.widget}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" loading={sending} loadingText="Conferindo...">
          Continuar
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Voltar
        </Button>
      </div>
    </form>
  );
}
