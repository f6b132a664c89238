import { classNames } from './class-names.ts';

const leaf =
  'M0-.9C-5.4-4.3-8.4-7.2-8.4-10.6a4.3 4.3 0 0 1 8.4-1.3 4.3 4.3 0 0 1 8.4 1.3C8.4-7.2 5.4-4.3 0-.9Z';

/** SVG fragment of the clover, about 34 units wide, centred on the origin; inherits its fill. */
export function Clover() {
  return [45, 135, 225, 315].map((turn) => <path key={turn} d={leaf} transform={`rotate(${turn})`} />);
}

/** Logo mark: a four-leaf clover rising from the tide. */
export function LogoMark({ className = 'size-10' }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden focusable="false" className={classNames('rounded-[31%]', className)}>
      <rect width="48" height="48" fill="#0a3a44" />
      <g fill="#ffc857" transform="translate(24 21)">
        <Clover />
      </g>
      <path fill="#56d3c9" d="M0 32c4-3.6 8-3.6 12 0s8 3.6 12 0 8-3.6 12 0 8 3.6 12 0v16H0Z" />
      <path fill="#1b8f97" d="M0 39.5c4 3.2 8 3.2 12 0s8-3.2 12 0 8 3.2 12 0 8-3.2 12 0V48H0Z" />
    </svg>
  );
}

/** Mark and two-line name, which inherits the text colour. */
export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="max-w-26 font-display text-lg leading-[0.95] font-extrabold tracking-tight">
        {name}
      </span>
    </span>
  );
}
