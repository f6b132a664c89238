import { classNames } from './class-names.ts';

/** The mark: a four-leaf clover rising from the tide. */
export function LogoMark({ className = 'size-10' }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden focusable="false" className={className}>
      <rect width="48" height="48" rx="15" className="fill-deep" />
      <g className="fill-sun" transform="rotate(45 24 19)">
        <path d="M24 19c-4.2-2.1-6-4.3-6-6.6a3.3 3.3 0 0 1 6-1.9 3.3 3.3 0 0 1 6 1.9c0 2.3-1.8 4.5-6 6.6Z" />
        <path d="M24 19c2.1-4.2 4.3-6 6.6-6a3.3 3.3 0 0 1 1.9 6 3.3 3.3 0 0 1-1.9 6c-2.3 0-4.5-1.8-6.6-6Z" />
        <path d="M24 19c4.2 2.1 6 4.3 6 6.6a3.3 3.3 0 0 1-6 1.9 3.3 3.3 0 0 1-6-1.9c0-2.3 1.8-4.5 6-6.6Z" />
        <path d="M24 19c-2.1 4.2-4.3 6-6.6 6a3.3 3.3 0 0 1-1.9-6 3.3 3.3 0 0 1 1.9-6c2.3 0 4.5 1.8 6.6 6Z" />
      </g>
      <path
        d="M7 33.5c3.4 0 3.4 3 6.8 3s3.4-3 6.8-3 3.4 3 6.8 3 3.4-3 6.8-3 3.4 3 6.8 3M11 40c3.3 0 3.3 2.5 6.5 2.5s3.3-2.5 6.5-2.5 3.3 2.5 6.5 2.5S33.8 40 37 40"
        fill="none"
        stroke="#56d3c9"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Mark and name. The name takes the colour of the text around it. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="font-display text-lg leading-[0.95] font-extrabold tracking-tight">
        Maré <span className="font-semibold">da</span>
        <br />
        Sorte
      </span>
    </span>
  );
}
