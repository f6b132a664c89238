import { Link } from 'react-router';
import { links } from '../links.ts';
import { Icon } from '../ui/style/icons.tsx';
import { SUPPORT_EMAIL, SUPPORT_WHATSAPP, SUPPORT_WHATSAPP_SHOWN } from './support-address.ts';

/** Contact channels and opening hours of the support desk (spec: community, sections 2 and 9). */
export function SupportChannels() {
  return (
    <section
      aria-labelledby="channels-title"
      className="grid gap-6 rounded-xl bg-deep p-6 text-on-deep sm:p-8 lg:sticky lg:top-24"
    >
      <h2 id="channels-title" className="text-2xl">
        Outros canais
      </h2>
      <ul className="grid gap-5">
        <li>
          <a
            href={`https://wa.me/${SUPPORT_WHATSAPP}`}
            target="_blank"
            rel="noreferrer"
            className="flex items-center gap-4 hover:underline"
          >
            <Icon name="whatsapp" className="size-7 text-sun" />
            <span>
              <strong className="block">WhatsApp</strong>
              {SUPPORT_WHATSAPP_SHOWN}
            </span>
          </a>
        </li>
        <li>
          <a href={`mailto:${SUPPORT_EMAIL}`} className="flex items-center gap-4 hover:underline">
            <Icon name="mail" className="size-7 text-sun" />
            <span className="min-w-0">
              <strong className="block">E-mail</strong>
              <span className="break-all">{SUPPORT_EMAIL}</span>
            </span>
          </a>
        </li>
        <li className="flex items-start gap-4">
          <Icon name="clock" className="size-7 text-sun" />
          <div>
            <strong className="block">Horário de atendimento</strong>
            <p>Segunda a sexta: 9h às 18h</p>
            <p>Sábado: 9h às 14h</p>
          </div>
        </li>
      </ul>
      <div className="grid gap-2 border-t border-on-deep/20 pt-5 text-on-deep-soft">
        <p>Resposta em até 2 horas úteis.</p>
        <p>
          É parceiro da loja?{' '}
          <Link to={links.partner()} className="font-semibold text-on-deep underline">
            Entre no portal do parceiro
          </Link>
        </p>
      </div>
    </section>
  );
}
