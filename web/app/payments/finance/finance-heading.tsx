import { FINANCE_SECTIONS, type FinanceSection } from '../../admin/sections/finance-sections.ts';
import { SectionHeading } from '../../admin/sections/section-heading.tsx';

export function FinanceHeading({ section }: { section: FinanceSection }) {
  return <SectionHeading id={section}>{FINANCE_SECTIONS[section]}</SectionHeading>;
}
