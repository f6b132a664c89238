import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { Link } from 'react-router';
import { useRootData } from '../document/root-data.ts';
import { links } from '../links.ts';
import { Icon } from '../ui/style/icons.tsx';

/** Contact channels and opening hours of the shop's settings (spec: community, sections 2 and 9). */
export function SupportChannels() {
  const contacts = useRootData()?.site.contacts;
  const hasChannels = Boolean(contacts && (contacts.whatsApp || contacts.email || contacts.hours));
  return (
    <section
      aria-labelledby="channels-title"
      className="grid gap-6 rounded-xl bg-deep p-6 text-on-deep sm:p-8 sticky-column"
    >
      <h2 id="channels-title" className="text-2xl">
        Outros canais
      </h2>
      {contacts && hasChannels && (
        <ul className="grid gap-5">
          {contacts.whatsApp && (
            <li>
              <a
                href={`https://wa.me/${contacts.whatsApp}`}
                target="_blank"
                rel="noreferrer"
                className="flex items-center gap-4 hover:underline"
              >
                <Icon name="whatsapp" className="size-7 text-sun" />
                <span>
                  <strong className="block">WhatsApp</strong>
                  {formatPhone(contacts.whatsApp)}
                </span>
              </a>
            </li>
          )}
          {contacts.email && (
            <li>
              <a href={`mailto:${contacts.email}`} className="flex items-center gap-4 hover:underline">
                <Icon name="mail" className="size-7 text-sun" />
                <span className="min-w-0">
                  <strong className="block">E-mail</strong>
                  <span className="break-all">{contacts.email}</span>
                </span>
              </a>
            </li>
          )}
          {contacts.hours && (
            <li className="flex items-start gap-4">
              <Icon name="clock" className="size-7 text-sun" />
              <div>
                <strong className="block">Horário de atendimento</strong>
                {contacts.hours.split('\n').map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </div>
            </li>
          )}
        </ul>
      )}
      <div className="grid gap-2 border-t border-on-deep/20 pt-5 text-on-deep-soft">
        {!hasChannels && <p>Escreva pelo formulário desta página: respondemos por e-mail.</p>}
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
