/** Legal routes: the kinds of authorisation under which a rifa may be sold, and the requirements of each. */

/**
 * - `spa_mf`: promoção comercial authorised by the SPA/MF (Lei 5.768/1971, art. 1; Decreto 70.951/1972)
 * - `spa_mf_filantropico`: sorteio filantrópico of a civil-society organisation (Lei 5.768/1971, art. 4; Lei 14.027/2020)
 * - `capitalizacao`: título de capitalização, modality filantropia premiável (CNSP 384/2020, Circular SUSEP 656/2022)
 * - `state_lottery`: state lottery (STF, ADPF 492 and 493)
 * - `none`: not authorised; for demonstrations only
 */
export const LEGAL_ROUTES = [
  'spa_mf',
  'spa_mf_filantropico',
  'capitalizacao',
  'state_lottery',
  'none',
] as const;
export type LegalRoute = (typeof LEGAL_ROUTES)[number];

export const routeLabels: Readonly<Record<LegalRoute, string>> = {
  none: 'Sem autorização (só na demonstração)',
  spa_mf: 'Autorização da SPA/MF: promoção comercial (Lei 5.768/1971)',
  spa_mf_filantropico: 'Autorização da SPA/MF: sorteio filantrópico (Lei 5.768/1971, artigo 4º)',
  capitalizacao: 'Título de capitalização (filantropia premiável)',
  state_lottery: 'Loteria estadual',
};

interface RouteRule {
  /** Highest total of one rifa; null without a limit. */
  maxNumbers: number | null;
  /** Whether the certificate names the days between which the promotion runs. */
  hasValidity: boolean;
  /** Whether the proceeds go to a named entity. */
  hasBeneficiary: boolean;
  /** Whether prizes may be in cash (Lei 5.768/1971, art. 1, § 3; Decreto 70.951/1972, art. 15, § 2). */
  allowsCash: boolean;
  /** Days to claim a prize that the law sets; null where the shop's setting counts. */
  claimDays: number | null;
  /** Whether the value of an unclaimed prize goes to the Tesouro Nacional, so that it may not be delivered any more. */
  lapsesToTreasury: boolean;
}

/** Numbers per series in promotions authorised by the SPA/MF. A rifa is one series. */
export const SERIES_NUMBERS = 100_000;

/** Decreto 70.951/1972, art. 6: prizes unclaimed for 180 days from the draw lapse. */
export const SPA_MF_CLAIM_DAYS = 180;

const SPA_MF: RouteRule = {
  maxNumbers: SERIES_NUMBERS,
  hasValidity: true,
  hasBeneficiary: false,
  allowsCash: false,
  claimDays: SPA_MF_CLAIM_DAYS,
  lapsesToTreasury: true,
};

export const ROUTE_RULES: Readonly<Record<LegalRoute, RouteRule>> = {
  spa_mf: SPA_MF,
  spa_mf_filantropico: { ...SPA_MF, hasBeneficiary: true },
  capitalizacao: {
    maxNumbers: null,
    hasValidity: false,
    hasBeneficiary: true,
    allowsCash: true,
    claimDays: null,
    lapsesToTreasury: false,
  },
  state_lottery: {
    maxNumbers: null,
    hasValidity: true,
    hasBeneficiary: false,
    allowsCash: true,
    claimDays: null,
    lapsesToTreasury: false,
  },
  none: {
    maxNumbers: null,
    hasValidity: false,
    hasBeneficiary: false,
    allowsCash: true,
    claimDays: null,
    lapsesToTreasury: false,
  },
};

/** Days to claim a prize. @param shopDays the shop's setting, for routes where the law sets none */
export function claimDaysOf(route: LegalRoute, shopDays: number): number {
  return ROUTE_RULES[route].claimDays ?? shopDays;
}
