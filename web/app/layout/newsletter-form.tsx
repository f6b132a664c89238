import { useId, useState, type SubmitEvent } from 'react';
import { SENDING_SHOWN_MS } from '@mare/domain/timings.ts';
import { Button } from '../ui/button.tsx';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Progress = 'idle' | 'sending' | 'done' | 'failed';

const outcomes: Record<Progress, string> = {
  idle: 'Sem excesso de mensagens. Para sair, basta um clique.',
  sending: '',
  done: 'Pronto! Você vai receber nossas novidades.',
  failed: 'Não foi possível cadastrar seu e-mail. Tente novamente.',
};

export default function NewsletterForm({ onSubmit }: { onSubmit: (email: string) => Promise<void> }) {
  const id = useId();
  const [progress, setProgress] = useState<Progress>('idle');

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Read the DOM, because the e-mail address may have been typed before hydration.
    const typed = new FormData(form).get('email');
    const email = typeof typed === 'string' ? typed : '';
    setProgress('sending');
    try {
      await Promise.all([onSubmit(email), pause(SENDING_SHOWN_MS)]);
      form.reset();
      setProgress('done');
    } catch {
      setProgress('failed');
    }
  }

  return (
    <form onSubmit={send} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <label htmlFor={id} className="sr-only">
          E-mail
        </label>
        <input
          id={id}
          type="email"
          name="email"
          required
          autoComplete="email"
          placeholder="Digite seu melhor e-mail"
          className="min-h-12 w-full min-w-0 rounded-full border-2 border-on-deep/50 bg-deep px-5 text-on-deep placeholder:text-on-deep-soft focus-visible:outline-sun"
        />
        <Button type="submit" variant="sun" loading={progress === 'sending'} loadingText="Enviando...">
          Quero Receber
        </Button>
      </div>
      <output className="min-h-6 text-xs font-semibold sm:text-sm text-on-deep">{outcomes[progress]}</output>
    </form>
  );
}
