import type { SVGProps } from 'react';
import { classNames } from './class-names.ts';

interface Shape {
  path: string;
  /** Round dots, thicker than the lines. */
  dots?: string;
  isFilled?: boolean;
}

/** SVG paths on a grid of 24 × 24, for strokes of 1.75 units with round caps, which match the weight of the text face. */
const shapes = {
  alert: 'M12 4 2.8 19.5a1 1 0 0 0 .9 1.5h16.6a1 1 0 0 0 .9-1.5ZM12 10v4.5M12 17.6v.1',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10ZM10 20a2.2 2.2 0 0 0 4 0',
  cart: {
    path: 'M3 4h2.2l2.3 11.2a1.5 1.5 0 0 0 1.5 1.2h8.2a1.5 1.5 0 0 0 1.5-1.2L20.5 8H6',
    dots: 'M9.5 20.2v.1M16.8 20.2v.1',
  },
  calendar:
    'M6.5 5h11a3 3 0 0 1 3 3v9.5a3 3 0 0 1-3 3h-11a3 3 0 0 1-3-3v-9.5a3 3 0 0 1 3-3ZM3.5 10h17M8 2.8V7m8-4.2V7',
  check: 'm5 12.5 4.8 4.8L19.5 7',
  chevronDown: 'm6 9 6 6 6-6',
  chevronLeft: 'm15 6-6 6 6 6',
  chevronRight: 'm9 6 6 6-6 6',
  clock: 'M3.25 12a8.75 8.75 0 1 0 17.5 0 8.75 8.75 0 1 0-17.5 0ZM12 7v5.2l3.4 2',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M11 8.5h7a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1-2.5 2.5h-7a2.5 2.5 0 0 1-2.5-2.5v-7a2.5 2.5 0 0 1 2.5-2.5ZM15.5 8.5V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5',
  dice: {
    path: 'M7.5 3.5h9a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4h-9a4 4 0 0 1-4-4v-9a4 4 0 0 1 4-4Z',
    dots: 'M8.5 8.5v.1m7-.1v.1m-7 6.9v.1m7-.1v.1M12 12v.1',
  },
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0Z',
  eyeOff:
    'M4 4l16 16M9.6 6a8.6 8.6 0 0 1 2.4-.5c6 0 9.5 6.5 9.5 6.5a15 15 0 0 1-2.8 3.5M6.6 7.6A15 15 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.5-1.2M10 10a2.9 2.9 0 0 0 4 4',
  flame:
    'M12 3c.6 3.4 5.8 5.6 5.8 11A5.9 5.9 0 0 1 12 20.5 5.9 5.9 0 0 1 6.2 14c0-2.3 1-3.8 2.3-5 .2 1.6.9 2.5 1.9 3C10.2 8.8 10.6 5.6 12 3Z',
  gift: 'M4.5 12v7a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-7M12 8v12.5M4.2 8h15.6a1.2 1.2 0 0 1 1.2 1.2v1.6a1.2 1.2 0 0 1-1.2 1.2h-15.6a1.2 1.2 0 0 1-1.2-1.2v-1.6a1.2 1.2 0 0 1 1.2-1.2ZM12 8S11 3.5 8.3 3.5a2.2 2.2 0 0 0 0 4.5H12Zm0 0s1-4.5 3.7-4.5a2.2 2.2 0 0 1 0 4.5H12Z',
  info: 'M3.25 12a8.75 8.75 0 1 0 17.5 0 8.75 8.75 0 1 0-17.5 0ZM12 11.2V16m0-8.2v.1',
  link: 'M10 14a4.2 4.2 0 0 0 6 0l3-3a4.24 4.24 0 0 0-6-6l-1 1m2 4a4.2 4.2 0 0 0-6 0l-3 3a4.24 4.24 0 0 0 6 6l1-1',
  lock: 'M7 10.5h10a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-2.5 2.5h-10a2.5 2.5 0 0 1-2.5-2.5v-5a2.5 2.5 0 0 1 2.5-2.5ZM8 10.5V7.5a4 4 0 0 1 8 0v3',
  logOut: 'M14 4.5H7A2.5 2.5 0 0 0 4.5 7v10A2.5 2.5 0 0 0 7 19.5h7M10.5 12h10m-3.5-3.5 3.5 3.5-3.5 3.5',
  mail: 'M6 5h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3ZM4 7.5l8 6 8-6',
  menu: 'M4 7h16M4 12h16M4 17h10',
  minus: 'M6 12h12',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  pix: 'm12 3.2 8.8 8.8-8.8 8.8L3.2 12ZM8 8.2l4 4 4-4M8 15.8l4-4 4 4',
  play: 'M8 5.5v13l11-6.5Z',
  plus: 'M12 6v12M6 12h12',
  refresh: 'M20 6v4.5h-4.5M4 18v-4.5h4.5M5.6 9.5A7 7 0 0 1 17.8 7.6L20 10.5m-16 3 2.2 2.9a7 7 0 0 0 12.2-1.9',
  search: 'M4.25 11a6.75 6.75 0 1 0 13.5 0 6.75 6.75 0 1 0-13.5 0ZM16 16l4.5 4.5',
  share: 'M12 15V4m-4 3.5L12 3.5l4 4M5 12.5V18a2.5 2.5 0 0 0 2.5 2.5h9A2.5 2.5 0 0 0 19 18v-5.5',
  shield: 'M12 3 5 5.5v6c0 4.5 3 7.5 7 9.5 4-2 7-5 7-9.5v-6ZM8.8 12l2.3 2.3 4.3-4.5',
  star: { path: 'm12 3.5 2.6 5.3 5.9.9-4.3 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.3-4.1 5.9-.9Z', isFilled: true },
  sun: 'M7.75 12a4.25 4.25 0 1 0 8.5 0 4.25 4.25 0 1 0-8.5 0ZM12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4m0-13.4-1.4 1.4M6.7 17.3l-1.4 1.4',
  ticket:
    'M3.5 7A1.5 1.5 0 0 1 5 5.5h14A1.5 1.5 0 0 1 20.5 7v2.7a2.3 2.3 0 0 0 0 4.6V17a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17v-2.7a2.3 2.3 0 0 0 0-4.6ZM14.5 9v1.5m0 3V15',
  trash:
    'M4.5 6.5h15M9.5 6.5V4.2h5v2.3M6.5 6.5l.8 12.6a1.5 1.5 0 0 0 1.5 1.4h6.4a1.5 1.5 0 0 0 1.5-1.4l.8-12.6M10 10.5v6m4-6v6',
  trophy:
    'M7.5 4h9v6a4.5 4.5 0 0 1-9 0ZM7.5 6H4.2c0 3 1 4.8 3.6 5.2M16.5 6h3.3c0 3-1 4.8-3.6 5.2M12 14.5v3m-3.5 3h7l-1-3h-5Z',
  user: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0ZM4.5 20.5c.6-3.8 3.6-6 7.5-6s6.9 2.2 7.5 6',
  users:
    'M5.5 8.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0ZM2.5 19.5c.5-3.3 3-5.2 6.5-5.2s6 1.9 6.5 5.2M15.5 5.3a3.5 3.5 0 0 1 0 6.4m2.5 3c2 .7 3.2 2.4 3.5 4.8',
  instagram: {
    path: 'M8.5 3.5h7a5 5 0 0 1 5 5v7a5 5 0 0 1-5 5h-7a5 5 0 0 1-5-5v-7a5 5 0 0 1 5-5ZM8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0Z',
    dots: 'M17 7v.1',
  },
  facebook:
    'M14 21v-7.5h3l.5-3.5H14V8c0-1.2.4-2 2-2h1.7V3.2A16 16 0 0 0 15.3 3C12.7 3 11 4.6 11 7.4V10H8v3.5h3V21Z',
  twitter: 'M4 4h4.2l4 5.4L17 4h2.3l-6 6.8L20.5 20h-4.2l-4.5-6L6.5 20H4.2l6.5-7.5Z',
  whatsapp:
    'M3.5 20.5 4.8 16A8.7 8.7 0 1 1 8 19.2ZM8.8 8.2c-.6 2.6 3.7 7.3 6.7 7 .8-.1 1.5-.8 1.6-1.6l-2.3-1.2-1 1.1c-1.3-.5-2.3-1.5-2.9-2.8l1-1-1.1-2.2c-.9 0-1.7.1-2 .7Z',
} satisfies Record<string, string | Shape>;

export type IconName = keyof typeof shapes;

interface IconProps extends SVGProps<SVGSVGElement> {
  name: IconName;
  /** Accessible name; without it the icon is decorative. */
  label?: string;
}

/** Icon, as tall as the surrounding text unless a class sets a size. */
export function Icon({ name, label, className, ...rest }: IconProps) {
  const shape: string | Shape = shapes[name];
  const { path, dots, isFilled }: Shape = typeof shape === 'string' ? { path: shape } : shape;
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('icon', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      {...rest}
    >
      <path d={path} fill={isFilled ? 'currentColor' : undefined} />
      {dots && <path d={dots} strokeWidth="2.6" />}
    </svg>
  );
}
