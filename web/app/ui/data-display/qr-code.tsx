import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  label: string;
  /** Error correction: L holds the most text. */
  ecc?: 'L' | 'M';
  /** As wide as its container, for a code with much text. */
  wide?: boolean;
}

/** Dark on white in both themes, which phones scan most reliably. */
export function QrCode({ text, label, ecc = 'M', wide = false }: QrCodeProps) {
  const { data, size } = encode(text, { ecc, border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline SVG needs no URL in the Content-Security-Policy
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`mx-auto w-full rounded-md border border-line ${wide ? 'max-w-md' : 'max-w-72'}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0a2b34" />
    </svg>
  );
}
