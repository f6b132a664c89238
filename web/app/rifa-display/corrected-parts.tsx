import { CORRECTED_PART_LABELS, type Correction } from '@mare/domain/rifas/corrections/published-changes.ts';
import { formatDateTime } from '../format.ts';

/** Texts of a rifa before and after a correction. */
export function CorrectedParts({ changes }: { changes: readonly Correction[] }) {
  return (
    <dl className="grid gap-4">
      {changes.map((change) => (
        <div key={`${change.part}${change.prize}`} className="grid gap-1">
          <dt className="text-sm font-semibold text-ink-soft">
            {CORRECTED_PART_LABELS[change.part]}
            {change.prize !== null && `: ${change.prize}`}
          </dt>
          <dd className="whitespace-pre-line">
            <span className="font-semibold">Antes:</span>{' '}
            <del className="no-underline">
              <Said part={change.part} text={change.before} />
            </del>
          </dd>
          <dd className="whitespace-pre-line">
            <span className="font-semibold">Agora:</span>{' '}
            <ins className="no-underline">
              <Said part={change.part} text={change.after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Said({ part, text }: { part: Correction['part']; text: string }) {
  if (text === '') return <span className="text-ink-soft">nada</span>;
  if (part === 'drawDate') return formatDateTime(text);
  if (part === 'image')
    return (
      <a href={text} target="_blank" rel="noreferrer" className="text-link">
        ver a foto
      </a>
    );
  if (part === 'gallery') return <Pictures lines={text.split('\n')} />;
  return text;
}

/** One picture per line: its URL and its description. */
function Pictures({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => {
    const [image = '', ...alt] = line.split(' ');
    return (
      <span key={line} className="block">
        <a href={image} target="_blank" rel="noreferrer" className="text-link">
          ver a foto {index + 2}
        </a>
        {alt.length > 0 && ` (${alt.join(' ')})`}
      </span>
    );
  });
}
