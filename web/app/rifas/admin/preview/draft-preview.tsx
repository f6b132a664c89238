import { useCallback, useState } from 'react';
import { links } from '../../../links.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

const WIDTHS = {
  phone: { label: 'No celular', width: 360, height: 740 },
  computer: { label: 'No computador', width: 1280, height: 900 },
} as const;

type Width = keyof typeof WIDTHS;

/** The public page of the draft as the shop will show it, at phone or desktop width. */
export function DraftPreview({ rifaId, version }: { rifaId: string; version: number }) {
  const [shown, setShown] = useState<Width | null>(null);
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="text-xl">Como fica na loja</h3>
        <p className="text-sm text-ink-soft">A página de verdade, com o que está salvo. Só a equipe vê.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {(Object.keys(WIDTHS) as Width[]).map((width) => (
          <Button
            key={width}
            size="sm"
            variant={shown === width ? 'secondary' : 'outline'}
            aria-pressed={shown === width}
            onClick={() => setShown(shown === width ? null : width)}
          >
            {WIDTHS[width].label}
          </Button>
        ))}
        <a
          href={links.preview(rifaId)}
          target="_blank"
          rel="noreferrer"
          className="text-link inline-flex min-h-11 items-center"
        >
          Abrir em outra aba
        </a>
      </div>
      {shown && <Frame key={`${shown}${version}`} rifaId={rifaId} {...WIDTHS[shown]} />}
    </Card>
  );
}

interface FrameProps {
  rifaId: string;
  label: string;
  width: number;
  height: number;
}

/** Scaled down to the space that the panel has. */
function Frame({ rifaId, label, width, height }: FrameProps) {
  const [scale, setScale] = useState(1);
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (element) setScale(Math.min(1, element.clientWidth / width));
    },
    [width],
  );
  return (
    <div ref={measure} className="overflow-hidden" style={{ height: height * scale }}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, which needs its scripts and session */}
      <iframe
        title={`Prévia da rifa: ${label.toLowerCase()}`}
        src={links.preview(rifaId)}
        width={width}
        height={height}
        className="origin-top-left rounded-lg border border-line bg-page"
        style={{ scale: String(scale) }}
      />
    </div>
  );
}
