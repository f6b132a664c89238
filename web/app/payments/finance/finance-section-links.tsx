import {
  FINANCE_SECTIONS,
  type FinanceSection,
  SECTION_PERMISSIONS,
} from '../../admin/sections/finance-sections.ts';
import { SectionLinks } from '../../admin/sections/section-links.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { useCashDrawer } from './use-cash-drawer.ts';

/** Links to the sections that the caller may see. @param hasEntries in the chosen period */
export function FinanceSectionLinks({ hasEntries }: { hasEntries: boolean }) {
  const isHere: Record<FinanceSection, boolean> = {
    'por-rifa': hasEntries,
    'por-dia': hasEntries,
    provedor: true,
    caixa: useCashDrawer().drawer !== undefined,
    lancamento: usePermission(SECTION_PERMISSIONS.lancamento) === true,
    prestacao: usePermission(SECTION_PERMISSIONS.prestacao) === true,
  };
  const sections = Object.entries(FINANCE_SECTIONS).filter(([id]) => isHere[id as FinanceSection]);
  return <SectionLinks sections={Object.fromEntries(sections)} />;
}
