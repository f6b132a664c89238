import { links } from '../../links.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { ProofForReceipts } from './proof-for-receipts.tsx';

/** The files with which anyone verifies a draw, or before it the sealed list, outside this site. */
export function ProofFiles({ rifaId, label }: { rifaId: string; label: string }) {
  return (
    <>
      <a
        href={links.drawProof(rifaId)}
        download
        className={classNames(buttonClass({ variant: 'outline', size: 'sm' }), 'justify-self-start')}
      >
        {label}
      </a>
      <ProofForReceipts rifaId={rifaId} />
      <p className="text-sm text-ink-soft">
        Você pode conferir fora deste site e sem internet: guarde a prova e os seus comprovantes, e abra-os na{' '}
        <a href={links.verifier()} className="font-semibold text-sea underline underline-offset-4">
          página de conferência
        </a>
        .
      </p>
    </>
  );
}
