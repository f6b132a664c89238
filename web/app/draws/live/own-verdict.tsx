import { useEffect } from 'react';
import { Link } from 'react-router';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { links } from '../../links.ts';
import { classNames } from '../../ui/style/class-names.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { useVerification } from '../audit/use-verification.ts';

/** A larger list is only downloaded on request, to save mobile data. */
const CHECKED_UNASKED_BYTES = 3_000_000;

const VERDICTS = {
  honest: { icon: 'check', style: 'text-success', words: 'confere.' },
  partial: { icon: 'check', style: 'text-success', words: 'o que dá para conferir daqui confere.' },
  failed: { icon: 'alert', style: 'text-danger', words: 'NÃO CONFERE.' },
} as const;

/** Recomputes the draw on this device from the sealed list during the live show, and shows the result. */
export function OwnVerdict({ audit: { rifa, record, list } }: { audit: DrawAudit }) {
  const [state, start] = useVerification();
  const isSmall = list !== null && list.bytes <= CHECKED_UNASKED_BYTES;
  useEffect(() => {
    if (record && isSmall) start(rifa.id, record);
  }, [isSmall, record, rifa.id, start]);
  if (!record || !list) return null;
  const proofs = (
    <Link
      to={`${links.draw(rifa.id)}#confira`}
      className="font-semibold text-sea underline underline-offset-4"
    >
      {state.kind === 'checked' ? 'Ver cada conta' : 'Conferir no meu aparelho'}
    </Link>
  );
  if (state.kind === 'checked') {
    const { icon, style, words } = VERDICTS[state.found.verdict];
    return (
      <p aria-live="polite" className="flex items-start gap-3">
        <Icon name={icon} className={classNames('mt-1 size-5 shrink-0', style)} />
        <span>
          O seu aparelho baixou a lista lacrada e refez o sorteio: <strong className={style}>{words}</strong>{' '}
          {proofs}.
        </span>
      </p>
    );
  }
  return (
    <p aria-live="polite" className="text-ink-soft">
      {state.kind === 'progress' ? (
        'O seu aparelho está refazendo a conta com a lista lacrada…'
      ) : state.kind === 'failed' ? (
        <>O seu aparelho não conseguiu refazer a conta agora. {proofs}.</>
      ) : (
        <>A lista lacrada é grande. {proofs}, se a sua internet permitir.</>
      )}
    </p>
  );
}
