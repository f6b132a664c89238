import { CONNECTION_FAILED } from '../fetching/failures/connection-failed.ts';
import { SHOP_UNAVAILABLE } from '../fetching/failures/shop-unavailable.ts';

/** Messages by error code of the auth service (spec: storefront, section 8). */
const MESSAGES: Record<string, string> = {
  user_already_exists: 'Este email já está cadastrado. Tente fazer login.',
  email_exists: 'Este email já está cadastrado. Tente fazer login.',
  signup_disabled: 'No momento não criamos contas novas.',
  validation_failed: 'Algum campo não está certo. Confira e tente de novo.',
  session_expired: 'Seu acesso venceu. Entre de novo.',
  session_not_found: 'Seu acesso venceu. Entre de novo.',
  flow_state_expired: 'O link demorou demais para ser usado. Peça outro.',
  flow_state_not_found: 'Este link já foi usado ou venceu. Peça outro.',
  invalid_credentials: 'Email ou senha incorretos',
  email_not_confirmed: 'Confirme seu e-mail pelo link que enviamos e entre de novo.',
  over_email_send_rate_limit: 'Acabamos de enviar uma mensagem. Aguarde um minuto para pedir outra.',
  mfa_verification_rejected:
    'Houve códigos errados demais hoje. Se a conta é sua, use “Esqueci minha senha”: entrando pelo link do e-mail, o código volta a valer.',
  over_request_rate_limit: 'Muitas tentativas. Aguarde alguns minutos e tente de novo.',
  over_sms_send_rate_limit: 'Acabamos de enviar um código. Aguarde um minuto para pedir outro.',
  otp_expired: 'O código está errado ou já venceu. Confira ou peça outro.',
  captcha_failed: 'Não conseguimos confirmar que você não é um robô. Tente de novo.',
  user_banned: 'Esta conta está bloqueada. Fale com o suporte.',
  access_denied: 'O acesso foi recusado. Tente de novo ou entre com e-mail e senha.',
  bad_oauth_state: 'O acesso demorou demais ou começou em outro navegador. Tente de novo.',
  provider_email_needs_verification: 'Confirme seu e-mail pelo link que enviamos, ou entre com sua senha.',
  same_password: 'A nova senha deve ser diferente da atual.',
  weak_password: 'Senha deve ter pelo menos 6 caracteres',
  mfa_verification_failed: 'Código incorreto. Confira e tente de novo.',
  mfa_verified_factor_exists: 'Este celular já está ativado.',
  single_identity_not_deletable: 'Este é o único jeito de entrar na sua conta. Crie outro antes.',
  identity_already_exists: 'Esta conta já está vinculada a outra pessoa.',
  mfa_challenge_expired: 'O tempo para digitar o código acabou. Tente de novo.',
  reauthentication_needed: 'Para fazer isto, confirme antes que é você.',
  webauthn_challenge_expired: 'Demorou um pouco demais. Escolha a chave de acesso de novo.',
  webauthn_verification_failed: 'Esta chave de acesso não vale mais aqui. Entre com a senha ou use outra.',
  webauthn_credential_exists: 'Este aparelho já tem uma chave de acesso da sua conta.',
  webauthn_credential_not_found: 'Esta chave de acesso já foi removida.',
  too_many_passkeys: 'Você já tem 10 chaves de acesso. Remova uma para criar outra.',
  mfa_recovery_codes_sole_factor: 'Ative antes uma chave de acesso ou a verificação em duas etapas.',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'Este aparelho já tem uma chave de acesso da sua conta.',
  insufficient_aal: 'Confirme o código do seu aplicativo antes de fazer esta mudança.',
};

/** `validation_failed` has many causes; these are the ones that user input can produce, by the service's message. */
const INVALID: Record<string, string> = {
  'Unable to validate email address: invalid format':
    'Este e-mail não parece certo. Confira e tente de novo.',
  'Invalid phone number format (E.164 required)':
    'Este celular não parece certo. Confira o DDD e os números.',
  'Neither an email address nor a mobile phone': 'Digite um e-mail, ou um celular com DDD.',
};

/** The device or the person ended the prompt, by one of the client's `ERROR_…` codes. */
export const PASSKEY_NOT_USED = 'A chave de acesso não foi usada. Tente de novo.';

const PERSONAL_PASSWORD =
  'Não use o seu nome, o seu e-mail nem o nome do site na senha: é fácil de adivinhar. Escolha outra.';
const KNOWN_PASSWORD = 'Esta senha é conhecida e fácil de adivinhar. Escolha outra.';

export const UNEXPECTED_AUTH_ERROR = 'Erro inesperado. Tente novamente.';

interface AuthFailure {
  name?: string;
  code?: string;
  status?: number;
  message: string;
  /** With `weak_password`: the rules that the password breaks. */
  reasons?: string[];
}

/** Falls back to the service's own message for an unknown code. */
export function authErrorMessage(error: AuthFailure): string {
  // Errors that the client considers retryable. Without a status there was no response; with one it is a 5xx.
  if (error.name === 'AuthRetryableFetchError')
    return error.status ? authFaultMessage(error.status) : CONNECTION_FAILED;
  if (error.reasons?.includes('personal')) return PERSONAL_PASSWORD;
  if (error.reasons?.includes('pwned')) return KNOWN_PASSWORD;
  if (error.code === 'validation_failed' && INVALID[error.message]) return INVALID[error.message]!;
  if (error.code && !MESSAGES[error.code] && error.code.startsWith('ERROR_')) return PASSKEY_NOT_USED;
  return (error.code && MESSAGES[error.code]) || error.message || UNEXPECTED_AUTH_ERROR;
}

/** For a 5xx response of the auth service. */
export function authFaultMessage(status: number): string {
  return status === 503 ? SHOP_UNAVAILABLE : UNEXPECTED_AUTH_ERROR;
}

/** Text for an error code only: a text in the URL could be written by an attacker. */
export function authCodeMessage(code: string): string {
  if (Object.hasOwn(MESSAGES, code)) return MESSAGES[code]!;
  return 'Não deu certo. Tente de novo, ou peça um novo link.';
}
