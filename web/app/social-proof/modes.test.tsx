import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SocialProofMode } from '@mare/domain/social-proof/social-proof-mode.ts';
import { AffiliateTestimonials } from './affiliate-testimonials.tsx';
import { ClaimedStats } from './claimed-stats.tsx';
import { Hotness } from './hotness.tsx';
import { SocialProofContext } from './social-proof-context.ts';
import { PeopleBuying } from './people-buying.tsx';
import { StatsBar } from './stats-bar.tsx';
import { Testimonials } from './testimonials.tsx';
import { TrustStatistics } from './trust-statistics.tsx';
import { UrgencyBanner } from './urgency-banner.tsx';
import { Viewers } from './viewers.tsx';

const decorations: [name: string, decoration: ReactElement][] = [
  ['stats bar', <StatsBar key="a" hasCaption />],
  ['urgency banner', <UrgencyBanner key="b" soldPercent={60} />],
  ['people buying', <PeopleBuying key="c" />],
  ['viewers', <Viewers key="d" seed="moto" />],
  ['hotness', <Hotness key="e" seed="moto" />],
  ['testimonials', <Testimonials key="f" />],
  ['trust statistics', <TrustStatistics key="g" />],
  ['claimed stats', <ClaimedStats key="h" />],
  ['testimonials of affiliates', <AffiliateTestimonials key="i" />],
];

function markup(mode: SocialProofMode, decoration: ReactElement): string {
  return renderToStaticMarkup(<SocialProofContext value={mode}>{decoration}</SocialProofContext>);
}

// @covers storefront 2: rifa: rotating banner that can be closed, statistics, recent buyers, testimonials, popup;
//   each marked 'Ilustrativo', or absent
test.each(decorations)('renders %s only in illustrative mode, with a label', (_name, decoration) => {
  expect(markup('ilustrativo', decoration)).toContain('Ilustrativo');
  expect(markup('real', decoration)).toBe('');
  expect(markup('desligado', decoration)).toBe('');
});

test('tells that cotas sell fast only once half of them are sold', () => {
  const bannerAt = (soldPercent: number) =>
    markup('ilustrativo', <UrgencyBanner soldPercent={soldPercent} />);
  expect(bannerAt(49.9)).not.toContain('saindo rápido');
  expect(bannerAt(50)).toContain('As cotas estão saindo rápido!');
});
