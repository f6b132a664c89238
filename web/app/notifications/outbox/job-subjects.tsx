import { Link } from 'react-router';
import type { JobSubject, ParkedJob } from '@mare/contract/admin/parked-jobs.ts';
import type { JobName } from '@mare/domain/admin/jobs/job-labels.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { adminOrderLink } from '../../admin/orders/order-links.ts';
import { personLink } from '../../admin/people/person-labels.ts';
import { adminRifaLink } from '../../admin/rifa-links.ts';
import { formatInteger } from '../../format.ts';

const NOUNS: Record<JobSubject['kind'], string> = {
  order: 'Pedido de',
  person: 'Pessoa:',
  rifa: 'Rifa:',
  ticket: 'Ticket:',
  partner: 'Parceiro:',
  address: 'Para',
};

/** Link to the page with the unfinished work of shop-wide jobs. */
const PAGES: Partial<Record<JobName, { label: string; to: string }>> = {
  'check-ledger': { label: 'Financeiro', to: adminTabLink('financeiro') },
  'prove-ledger': { label: 'Financeiro', to: adminTabLink('financeiro') },
  'fetch-settlement-reports': { label: 'Financeiro', to: `${adminTabLink('financeiro')}#provedor` },
  'review-recent-payments': { label: 'Pagamentos', to: adminTabLink('pagamentos') },
  'carry-out-approvals': { label: 'Aprovações', to: adminTabLink('aprovacoes') },
  'close-due-rifas': { label: 'Rifas', to: adminTabLink('rifas') },
  'open-scheduled-rifas': { label: 'Rifas', to: adminTabLink('rifas') },
  'refresh-lottery-archive': {
    label: 'Extrações da Loteria Federal',
    to: `${adminTabLink('sorteios')}/extracoes`,
  },
  'fetch-lottery-results': {
    label: 'Extrações da Loteria Federal',
    to: `${adminTabLink('sorteios')}/extracoes`,
  },
  'collect-payouts': { label: 'Afiliados', to: adminTabLink('affiliates') },
  'sweep-vouchers': { label: 'Parceiros', to: adminTabLink('partners') },
  'keep-rankings': { label: 'Pontos e rankings', to: adminTabLink('gamification') },
  'send-due-mails': { label: 'Campanhas', to: adminTabLink('email-campaigns') },
};

/** Subjects of a job, with links. */
export function JobSubjects({
  job: { queue, subjects, moreSubjects },
}: {
  job: Pick<ParkedJob, 'queue' | 'subjects' | 'moreSubjects'>;
}) {
  const page = PAGES[queue as JobName];
  if (subjects.length === 0 && !page) return null;
  return (
    <div className="grid gap-1 text-sm">
      {subjects.map((subject) => (
        <p key={`${subject.kind} ${subject.title}`} className="wrap-anywhere">
          {NOUNS[subject.kind]}{' '}
          {subject.kind === 'address' ? (
            subject.title
          ) : (
            <Link to={linkTo(subject)} className="text-link">
              {subject.title}
            </Link>
          )}
        </p>
      ))}
      {moreSubjects > 0 && <p>e mais {formatInteger(moreSubjects)}</p>}
      {page && (
        <p>
          Ver em{' '}
          <Link to={page.to} className="text-link">
            {page.label}
          </Link>
        </p>
      )}
    </div>
  );
}

function linkTo(subject: Exclude<JobSubject, { kind: 'address' }>): string {
  switch (subject.kind) {
    case 'order':
      return adminOrderLink(subject);
    case 'person':
      return personLink(subject.id);
    case 'rifa':
      return adminRifaLink(subject.id);
    case 'ticket':
      return `${adminTabLink('support')}?status=all&ticket=${subject.id}`;
    case 'partner':
      return `${adminTabLink('partners')}?busca=${encodeURIComponent(subject.title)}`;
  }
}
