import { Clover } from './logo.tsx';

/** Jangada (raft) with the clover on its sail. */
export function Jangada({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 400 400" aria-hidden focusable="false" className={className}>
      <path
        className="fill-sail"
        d="M150 318C138 222 150 118 192 26c78 82 134 176 160 268-64 20-134 28-202 24Z"
      />
      <path
        className="fill-coral"
        d="M146.5 272c2 17 2.6 31 3.5 46 68 4 138-4 202-24-5-16-10.5-31-17-46-60 22-124 30-188.5 24Z"
      />
      <path
        d="M192 26c-42 92-54 188-40 316"
        className="fill-none stroke-wood"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="M150 318c70 4 140-4 208-26"
        className="fill-none stroke-wood"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <g className="fill-sun" transform="translate(222 196) scale(2.5)">
        <Clover />
      </g>
      <path
        className="fill-wood"
        d="M62 332c86 22 228 22 318-8 6 10 2 22-12 28-84 28-206 28-288 4-16-5-22-14-18-24Z"
      />
      <path
        d="M78 344c88 20 200 20 284-6"
        className="fill-none stroke-sail"
        strokeOpacity=".35"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}

const far = 'M0 60C120 30 240 30 360 60s240 30 360 0 240-30 360 0 240 30 360 0V400H0Z';
const mid = 'M0 50C100 80 220 80 340 50s240-34 360-4 260 34 380 4 240-28 360 0V400H0Z';
const near = 'M0 40C140 12 260 14 400 44s260 26 380-4 240-26 340 2 220 24 320 0V400H0Z';
const sand = 'M0 46C180 14 330 70 520 46S860 6 1060 38s260 26 380 4V400H0Z';

function Wave({ d, className }: { d: string; className: string }) {
  return (
    <svg
      viewBox="0 0 1440 120"
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
      className={`absolute -left-[4%] w-[108%] overflow-visible ${className}`}
    >
      <path d={d} />
    </svg>
  );
}

/** Decorative background of the home page's hero: sky, sun or moon, jangada and tide. */
export function BeachScene() {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0 overflow-hidden bg-linear-to-b from-sky-high to-sky-low"
    >
      <div className="absolute right-[8%] bottom-6 size-18 rounded-full bg-orb sm:bottom-24 sm:size-60 lg:right-[14%] lg:bottom-40 lg:size-[min(20rem,25vw)]" />
      <Jangada className="absolute right-[58%] bottom-12 w-7 opacity-90 sm:bottom-22 sm:w-16 lg:right-[44%] lg:bottom-40 lg:w-20" />
      <Wave
        d={far}
        className="bottom-8 h-12 animate-drift sm:bottom-12 sm:h-16 fill-tide-far lg:bottom-20 lg:h-28"
      />
      <Jangada className="absolute right-[10%] bottom-6 w-20 animate-bob sm:bottom-14 sm:w-72 lg:right-[12%] lg:bottom-22 lg:w-[min(26rem,33vw)]" />
      <Wave
        d={mid}
        className="bottom-3 h-10 animate-drift fill-tide-mid sm:bottom-5 sm:h-16 [animation-direction:alternate-reverse] lg:bottom-9 lg:h-26"
      />
      <Wave d={near} className="-bottom-1 h-8 animate-drift sm:h-14 fill-tide-near lg:h-24" />
      <Wave d={sand} className="-bottom-px h-6 fill-page lg:h-10" />
    </div>
  );
}
