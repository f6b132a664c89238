import { Suspense } from 'react';
import { useSession } from '../session/session.ts';
import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { isMareDaSorte, useShopName } from '../document/site-facts.ts';
import { Accordion } from '../ui/navigation/accordion.tsx';
import { Card } from '../ui/card.tsx';
import { PageIntro } from '../ui/page-intro.tsx';
import { Skeleton } from '../ui/states.tsx';
import { supportQuestions } from './support-questions.tsx';
import { SupportChannels } from './support-channels.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';

/** Loaded on demand, because the session decides which one is shown. */
const ContactForm = lazyComponent(() =>
  import('./contact-form.tsx').then((module) => ({ default: module.ContactForm })),
);
const OwnTickets = lazyComponent(() => import('./tickets/own-tickets.tsx'));

export const meta = pageMeta({
  title: 'Suporte',
  description:
    'Tire dúvidas sobre rifas, pagamentos e prêmios, abra um ticket ou fale com a gente por WhatsApp e e-mail.',
  path: links.support(),
  image: 'shop',
});

export default function SupportPage() {
  const session = useSession();
  const isLocal = isMareDaSorte(useShopName());
  return (
    <main id="conteudo">
      <PageIntro title="Suporte" icon="mail">
        <p>
          Veja as perguntas mais comuns ou escreva para a gente: quem responde é gente
          {isLocal && ', daqui de Maceió'}.
        </p>
      </PageIntro>
      <div className="shell grid items-start gap-12 pt-12 lg:grid-cols-[1.4fr_1fr] lg:gap-16">
        <div className="grid gap-12">
          {session.status === 'loading' && <FormSkeleton />}
          <Suspense fallback={<FormSkeleton />}>
            {session.status === 'visitor' && <ContactForm />}
            {session.status === 'signed-in' && <OwnTickets />}
          </Suspense>
        </div>
        <SupportChannels />
        <section aria-labelledby="questions-title" className="grid gap-5 lg:col-span-2">
          <h2 id="questions-title" className="text-2xl">
            Perguntas frequentes
          </h2>
          <Accordion items={supportQuestions} />
        </section>
      </div>
    </main>
  );
}

/** Placeholder while the session loads. */
function FormSkeleton() {
  return (
    <Card padded aria-hidden className="grid gap-5">
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-40" />
      <Skeleton className="h-12 w-48 rounded-full" />
    </Card>
  );
}
