import { logoPath } from '@mare/domain/admin/logo-path.ts';
import { classNames } from './class-names.ts';

const leaf =
  'M0-.9C-5.4-4.3-8.4-7.2-8.4-10.6a4.3 4.3 0 0 1 8.4-1.3 4.3 4.3 0 0 1 8.4 1.3C8.4-7.2 5.4-4.3 0-.9Z';

/** SVG fragment of the clover, about 34 units wide, centred on the origin; inherits its fill. */
export function Clover() {
  return [45, 135, 225, 315].map((turn) => <path key={turn} d={leaf} transform={`rotate(${turn})`} />);
}

/** Logo mark: a four-leaf clover rising from the tide. */
function LogoMark({ className }: { className: string }) {
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

interface LogoImage {
  id: string;
  width: number;
  height: number;
}

/** Logos that the organiser uploaded; null where it uploaded none. */
export interface ShopLogos {
  mark: LogoImage | null;
  wide: LogoImage | null;
}

interface LogoProps {
  name: string;
  /** Undefined when the root loader failed. */
  logo: ShopLogos | undefined;
  /** On a background that is dark in both themes. */
  onDeep?: boolean;
  /** Classes of the name beside the logo. */
  nameClass?: string;
}

interface UploadedProps extends LogoImage, Pick<LogoProps, 'onDeep'> {
  alt: string;
  className: string;
}

/** An uploaded logo, on a white plate where the background is dark, as most are drawn for paper. */
function Uploaded({ id, width, height, alt, onDeep, className }: UploadedProps) {
  return (
    <img
      src={logoPath(id)}
      width={width}
      height={height}
      alt={alt}
      className={classNames(
        'h-auto w-auto rounded-md p-0.5',
        onDeep ? 'bg-[#fff]' : 'bg-[light-dark(transparent,#fff)]',
        className,
      )}
    />
  );
}

/** The shop's wide logo, else its mark and two-line name, which inherits the text colour. */
export function Logo({ name, logo, onDeep, nameClass }: LogoProps) {
  if (logo?.wide)
    return (
      <Uploaded {...logo.wide} alt={name} onDeep={onDeep} className="max-h-11 max-w-[min(10rem,100%)]" />
    );
  return (
    <span className="inline-flex items-center gap-2.5">
      <ShopMark logo={logo} onDeep={onDeep} className="size-10" />
      <span
        className={classNames(
          'max-w-26 font-display text-lg leading-[0.95] font-extrabold tracking-tight',
          nameClass,
        )}
      >
        {name}
      </span>
    </span>
  );
}

type ShopMarkProps = Pick<LogoProps, 'logo' | 'onDeep'> & { className: string };

/** The shop's square mark, without text. */
export function ShopMark({ logo, onDeep, className }: ShopMarkProps) {
  if (!logo?.mark) return <LogoMark className={className} />;
  return <Uploaded {...logo.mark} alt="" onDeep={onDeep} className={className} />;
}
