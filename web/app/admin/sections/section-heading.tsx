interface SectionHeadingProps {
  /** Anchor of the section. */
  id: string | undefined;
  children: string;
}

/** Takes the focus when a link leads to its section. */
export function SectionHeading({ id, children }: SectionHeadingProps) {
  return (
    <h2 id={id} tabIndex={id ? -1 : undefined} className="scroll-mt-28 text-xl">
      {children}
    </h2>
  );
}
