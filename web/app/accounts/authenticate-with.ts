/** Sign-up and sign-in with e-mail and password, and the sentences of the catalogue (spec: storefront, 5 and 8). */
import { judgePasswordLength } from '@mare/domain/accounts/credentials.ts';
import { authClient } from './session.ts';

export interface Credentials {
  mode: 'sign-in' | 'sign-up';
  name: string;
  email: string;
  password: string;
  confirmation: string;
}

type Outcome = { ok: true; sentence: string } | { ok: false; sentence: string };

/** The first thing wrong with what was typed, or null. */
export function checkCredentials({ mode, name, email, password, confirmation }: Credentials): string | null {
  if (!email.trim() || !password) return 'Email e senha são obrigatórios';
  if (mode === 'sign-in') return null;
  if (!name.trim()) return 'Nome é obrigatório';
  if (password !== confirmation) return 'Senhas não coincidem';
  if (judgePasswordLength(password) === 'short') return 'Senha deve ter pelo menos 6 caracteres';
  return null;
}

export async function authenticateWith({ mode, name, email, password }: Credentials): Promise<Outcome> {
  try {
    const client = await authClient();
    const { error } =
      mode === 'sign-up'
        ? await client.signUp({ email: email.trim(), password, options: { data: { name: name.trim() } } })
        : await client.signInWithPassword({ email: email.trim(), password });
    if (error) return { ok: false, sentence: sentenceForAuth(error.message) };
    return {
      ok: true,
      sentence: mode === 'sign-up' ? 'Conta criada com sucesso! Bem-vindo!' : 'Login realizado com sucesso!',
    };
  } catch {
    return { ok: false, sentence: 'Erro inesperado. Tente novamente.' };
  }
}

function sentenceForAuth(message: string): string {
  if (message.includes('already registered')) return 'Este email já está cadastrado. Tente fazer login.';
  if (message.includes('Invalid login credentials')) return 'Email ou senha incorretos';
  return message;
}
